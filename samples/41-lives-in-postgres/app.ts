import { App, Summary, VersioningHeader, WithVersion } from "versioned-controllers";
import type { Lives } from "./lives";

/** Two versions of one route, whose lives the function gives. */
export function catsApp(lives: () => Lives): App {
  const app = new App({
    Title: "Cats with lives in PostgreSQL",
    Versioning: {
      Type: VersioningHeader,
      Header: "X-API-Version",
      Versions: ["1", "2"],
      Report: true,
      Lifecycle: lives,
    },
    // Build warns of each version that is past its sunset: version 1 is meant to be.
    Logger: { warn: () => undefined, error: console.error },
  });
  app.Get("/cats", () => ["Tom", "Kitty"], Summary("All cats"), WithVersion("1", "2"));
  return app;
}
