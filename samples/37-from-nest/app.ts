import {
  App,
  Get,
  Router,
  Summary,
  VersioningURI,
  VersionNeutral,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import { z } from "zod";
import { BooksController } from "./books";
import { container } from "./container";
import { libraryErrors, mapError } from "./errors";
import { LoansController } from "./loans";
import { V } from "./versions";

const Hours = z.object({ opens: z.string(), closes: z.string() }).meta({ title: "Hours" });

@Router("/hours")
class HoursController {
  @Get("/", Summary("When the library is open"), WithResponse(200, Hours))
  hours() {
    return { opens: "09:00", closes: "17:00" };
  }
}

const app = new App({
  Title: "Library",
  OpenAPI: { servers: [{ url: "/api" }] },
  Versioning: { Type: VersioningURI, Versions: V.List },
  Container: { get: (controller) => container.build(controller) },
  Errors: libraryErrors,
  MapError: mapError,
});
app.Include([BooksController, LoansController]);
// NestJS's `version: ["1", VERSION_NEUTRAL]`.
app.Include(HoursController, V.WithVersion("1"));
app.Include(HoursController, WithVersion(VersionNeutral));

export default app;
