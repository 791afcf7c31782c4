import express from "express";
import { App, Get, Router, Since, Summary, Until, VersioningURI, WithLifecycle } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

@Router("/cats", Since("1"))
class CatsController {
  @Get("/", Summary("The cats' names"))
  names() {
    return ["Tom", "Kitty"];
  }

  @Get("/", Summary("The cats"), Since("3"))
  list() {
    return [{ name: "Tom" }, { name: "Kitty" }];
  }

  // Ended with version 2, and has no successor.
  @Get("/lives", Summary("How many lives a cat has"), Until("2"))
  lives() {
    return 9;
  }

  // Outlives its version.
  @Get("/report", Summary("A report"), Until("1"), WithLifecycle({ Sunset: "2028-01-01" }))
  report() {
    return "2 cats";
  }
}

// So that this sample shows the same on every day; leave it out for today.
const Now = () => new Date("2026-03-01");

const app = new App({
  Title: "Cats",
  Now,
  Versioning: {
    Type: VersioningURI,
    Versions: ["1", "2", "3", "4"],
    Report: true,
    Lifecycle: {
      "1": { Deprecated: "2024-01-01", Sunset: "2025-01-01", AfterSunset: "gone", Successor: "2" },
      "2": {
        Deprecated: "2026-01-01",
        Sunset: "2027-01-01",
        AfterSunset: "gone",
        Successor: "3",
        Link: "https://example.org/cats/moving-to-3",
      },
      // Announced, and not deprecated yet.
      "3": { Deprecated: "2027-01-01", Successor: "4" },
    },
  },
  // Build warns of each route that is past its sunset: version 1 is meant to be.
  Logger: { warn: () => undefined, error: console.error },
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
