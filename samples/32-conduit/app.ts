import cors from "cors";
import { App, VersioningURI } from "versioned-controllers";
import { ArticleStore } from "./article-store";
import { ArticlesController } from "./articles";
import { CommentsController } from "./comments";
import { Database } from "./database";
import { mapError, realWorldErrors } from "./errors";
import { TagsController } from "./tags";
import { UserStore } from "./user-store";
import { ProfilesController, UsersController } from "./users";
import { List } from "./versions";

export const database = new Database();
const users = new UserStore(database);
const articles = new ArticleStore(database);

const app = new App({
  Title: "Conduit",
  OpenAPI: { servers: [{ url: "/api" }] },
  Versioning: {
    Type: VersioningURI,
    Versions: List,
    // Clients that are older than versions ask at /api itself.
    AssumeVersion: "1",
    Lifecycle: {
      "1": {
        Deprecated: "2026-11-01",
        Sunset: "2028-01-01",
        Successor: "2",
        Link: "https://example.org/conduit/moving-to-2",
      },
    },
  },
  Errors: realWorldErrors,
  MapError: mapError,
  CheckResponses: process.env.NODE_ENV !== "production",
});
app.Use(cors());
app.Include([
  new UsersController(users),
  new ProfilesController(users),
  new ArticlesController(articles),
  new CommentsController(articles),
  new TagsController(articles),
]);

export default app;
