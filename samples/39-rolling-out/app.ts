import {
  App,
  AnyOf,
  Anonymous,
  ByPrincipal,
  DefineVersions,
  FirstOf,
  SecurityScheme,
  Summary,
  VersioningHeader,
  VersionOf,
  WithBody,
  WithResponse,
  WithSecurity,
} from "versioned-controllers";
import { z } from "zod";
import type { PinTable } from "./pins";

/** The versions of two builds of one API. */
const builds = { old: DefineVersions("1", "2"), new: DefineVersions("1", "2", "3") } as const;

export type Build = keyof typeof builds;

const NewCat = z.object({ name: z.string() }).meta({ id: "NewCat" });
const Cat = z.object({ name: z.string(), version: z.string() }).meta({ id: "Cat" });

/** The API as one of its builds has it: version 3 is new, and so is its route `/dogs`. */
export function catsApp(build: Build, pins: Pick<PinTable, "byKey">): App {
  const { List } = builds[build];
  const Key = new SecurityScheme("key", { type: "apiKey", in: "header", name: "X-API-Key" }, (req) =>
    pins.byKey(req.get("X-API-Key") ?? ""),
  );
  const app = new App(
    {
      Title: "Cats of two builds",
      Versioning: {
        Type: VersioningHeader,
        Header: "X-API-Version",
        Versions: List,
        // Another build may serve a later version: a proxy asks it.
        UnknownVersion: "unavailable",
        AssumeVersion: FirstOf(
          ByPrincipal(Key, ({ version }) => version, { Unknown: "unavailable" }),
          () => "1",
        ),
        Report: true,
      },
    },
    WithSecurity(AnyOf(Key, Anonymous)),
  );
  app.Get(
    "/cats",
    (req) => [{ name: "Tom", version: VersionOf(req) ?? "" }],
    Summary("All cats"),
    builds.old.Since("1"),
    WithResponse(200, z.array(Cat)),
  );
  app.Post(
    "/cats",
    (req) => ({ name: req.body.name, version: VersionOf(req) ?? "" }),
    Summary("Add a cat"),
    builds.old.Since("1"),
    WithBody(NewCat),
    WithResponse(201, Cat),
  );
  if (build === "new") {
    app.Get(
      "/dogs",
      (req) => [{ name: "Rex", version: VersionOf(req) ?? "" }],
      Summary("All dogs"),
      builds.new.Since("3"),
      WithResponse(200, z.array(Cat)),
    );
  }
  return app;
}
