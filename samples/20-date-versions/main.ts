import express from "express";
import {
  App,
  AtOrBefore,
  DefineVersions,
  FromHeader,
  Get,
  Router,
  Summary,
  VersioningCustom,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

// Each day on which the API changed; another day in Since or Until does not compile.
const { List, Since, Until } = DefineVersions("2024-01-01", "2024-09-15", "2025-06-01");

@Router("/cats")
class CatsController {
  @Get("/", Summary("The cats' names"), Since("2024-01-01"))
  names() {
    return ["Tom", "Kitty"];
  }

  // From here on instead of the one above.
  @Get("/", Summary("The cats"), Since("2025-06-01"))
  list() {
    return [{ name: "Tom" }, { name: "Kitty" }];
  }

  @Get("/count", Summary("How many cats there are"), Since("2024-09-15"))
  count() {
    return 2;
  }

  @Get("/lives", Summary("How many lives a cat has"), Until("2024-09-15"))
  lives() {
    return 9;
  }
}

const app = new App({
  Title: "Cats",
  Versioning: {
    Type: VersioningCustom,
    Versions: List,
    Extractor: AtOrBefore(FromHeader("API-Date")),
    Report: true,
    Explain: true,
  },
});
app.Include(CatsController);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
