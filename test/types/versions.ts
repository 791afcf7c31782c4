/* Versions that the compiler checks: checked by tsc alone (check:types), in both flavours of decorators.
   Each line after an expect-error directive has to be an error, or tsc fails. */
import type { Request } from "express";
import {
  App,
  AtOrBefore,
  DefineVersions,
  FirstOf,
  FromCookie,
  FromHeader,
  FromMediaType,
  FromQuery,
  Get,
  Router,
  Routes,
  Since,
  Until,
  VersioningHeader,
  VersioningURI,
  WithLifecycle,
  WithVersion,
  type AppOptions,
  type DefinedVersions,
  type DescribedExtractor,
  type Lifecycle,
  type OnMatch,
  type OpenAPIDocument,
  type Option,
  type Route,
  type RouteVersions,
  type Version,
  type VersionExtractor,
  type VersioningOptions,
} from "versioned-controllers";
import { DefineVersions as DefineVersionsOfHistories } from "versioned-controllers/history";
import { TestClient } from "versioned-controllers/testing";
import express from "express";

const versions = DefineVersions("1", "2", "3");

export const list: readonly ["1", "2", "3"] = versions.List;
export const defined: DefinedVersions<readonly ["1", "2", "3"]> = versions;
export const closed: VersioningOptions = { Type: VersioningHeader, Header: "V", Versions: versions.List };
// @ts-expect-error the list is not to be changed
versions.List[0] = "4";

export const known: readonly Option[] = [
  versions.WithVersion("1"),
  versions.WithVersion("1", "3"),
  versions.Since("2"),
  versions.Until("3"),
];
// @ts-expect-error "9" is not in the list
versions.WithVersion("9");
// @ts-expect-error nor is it beside others
versions.WithVersion("1", "9");
// @ts-expect-error nor may a range begin with it
versions.Since("9");
// @ts-expect-error nor end with it
versions.Until("9");
// The same by a `V` of the entry for front ends.
const ofHistories = Routes(DefineVersionsOfHistories("1", "2", "3"));
export const knownOfHistories: readonly Option[] = [
  ofHistories.WithVersion("1", "3"),
  ofHistories.Since("2"),
  ofHistories.Until("3"),
];
export const routesOfDefined: RouteVersions<readonly ["1", "2", "3"]> = Routes(versions);
export const extractorOfHistories: VersionExtractor = ofHistories.Extractor(() => "1");
// @ts-expect-error "9" is not in the list
ofHistories.WithVersion("9");
// @ts-expect-error nor may a range begin with it
ofHistories.Since("9");
// @ts-expect-error nor end with it
ofHistories.Until("9");
// @ts-expect-error nor may a request have it
ofHistories.Extractor(() => "9");
// @ts-expect-error a list is not V
Routes(["1", "2"]);
declare const anyText: string;
export const listedExtractors: readonly VersionExtractor[] = [
  versions.Extractor(() => "1"),
  versions.Extractor((req) => (req.get("V") === undefined ? null : ["3", "2"])),
  versions.Extractor(() => Promise.resolve("2" as const)),
  versions.Extractor(async (req) => ((await Promise.resolve(req.get("V"))) ? "1" : undefined)),
];
// @ts-expect-error "9" is not in the list
versions.Extractor(() => "9");
// @ts-expect-error nor is it beside others
versions.Extractor(() => ["1", "9"]);
// @ts-expect-error nor is it later
versions.Extractor(async () => Promise.resolve("9"));
// @ts-expect-error any text might be another version
versions.Extractor((req) => req.get("V"));
// @ts-expect-error a header holds any text
versions.Extractor(FromHeader("V"));
// @ts-expect-error a function is needed
versions.Extractor("1");
// @ts-expect-error any text might be another version
versions.Since(anyText);
// @ts-expect-error a range has one beginning
versions.Since("1", "2");
// @ts-expect-error and has one
versions.Since();
// @ts-expect-error a number is no version
DefineVersions(1, 2);

/** Without DefineVersions any text is a version. */
export const open: readonly Option[] = [Since("9"), Until("9"), WithVersion("9")];
// @ts-expect-error a number is no version
Since(2);
// @ts-expect-error a range has one end
Until("1", "2");

@versions.Since("2")
@Router("/cats", versions.Until("3"))
export class CatsController {
  @versions.WithVersion("1")
  @Get("/", Since("1"))
  list(): number {
    return 1;
  }

  // @ts-expect-error "9" is not in the list
  @versions.Since("9")
  @Get("/{id}")
  one(req: Request<{ id: string }>): string {
    return req.params.id;
  }

  // @ts-expect-error an option of a route needs something that can be called
  @Since("1")
  age = 7;
}

const app = new App();
app.Get("/cats", () => 1, Since("2"), Until("3"), WithLifecycle({ Sunset: "2026-07-01" }));
app.Include(CatsController, Since("2"), WithLifecycle({ Deprecated: new Date() }));
app.Include(new Router("/dogs", Since("2"), WithLifecycle({})));

export const served: readonly Version[] = app.Versions();
// @ts-expect-error it is a list to be read
app.Versions()[0] = "4";
export const all: OpenAPIDocument = app.Document();
export const ofOne: OpenAPIDocument = app.Document("1");
// @ts-expect-error a number is no version
app.Document(1);

export const lifecycle: Required<Lifecycle> = {
  Released: "2025-01-01",
  Deprecated: "2026-01-01",
  Sunset: new Date(),
  Link: "https://example.com/moving",
  Successor: "2",
  AfterSunset: "serve",
  Brownouts: [{ From: "2026-03-01T12:00:00Z", To: new Date() }],
  Preview: true,
};
// @ts-expect-error a window has an end
WithLifecycle({ Brownouts: [{ From: "2026-03-01" }] });
// @ts-expect-error a number is no date
WithLifecycle({ Deprecated: 1767225600 });
// @ts-expect-error none of "serve", "gone" and "successor"
WithLifecycle({ AfterSunset: "410" });
// @ts-expect-error no such field
WithLifecycle({ deprecated: "2026-01-01" });
// @ts-expect-error a lifecycle is needed
WithLifecycle();

export const extractors: readonly VersionExtractor[] = [
  FromHeader("V"),
  FromQuery("v"),
  FromCookie("v"),
  FromMediaType("v"),
  FirstOf(
    FromHeader("V"),
    (req) => req.get("X"),
    () => Promise.resolve(["1"]),
  ),
  AtOrBefore(FromHeader("V")),
  AtOrBefore(() => null),
];
export const described: DescribedExtractor = FirstOf();
// @ts-expect-error it has a name
FromHeader();
// @ts-expect-error an extractor is a function
FirstOf("V");
// @ts-expect-error of one extractor
AtOrBefore();
export const assumed: readonly VersioningOptions[] = [
  { Type: VersioningURI, AssumeVersion: "1" },
  { Type: VersioningURI, AssumeVersion: FromHeader("V") },
  { Type: VersioningURI, AssumeVersion: () => undefined },
  // @ts-expect-error a list would be an extractor's answer
  { Type: VersioningURI, AssumeVersion: ["1"] },
];

export const onMatch: OnMatch = (req, { Route, Version, Requested }) => {
  const told: readonly [Request, Route, Version | undefined, readonly Version[]] = [
    req,
    Route,
    Version,
    Requested,
  ];
  return told;
};
export const clock: AppOptions = { Now: () => new Date(), OnMatch: onMatch };
// @ts-expect-error a clock gives a Date
export const noClock: AppOptions = { Now: () => 0 };
// @ts-expect-error the match is read only
export const changing: OnMatch = (_req, match) => (match.Version = "2");
export const record = (route: Route): string => route.Path;

TestClient(app);
TestClient(app, { Version: "2" });
TestClient(express(), { App: app, Version: "2", Mount: "/api" });
// @ts-expect-error a host needs its App
TestClient(express(), { Version: "2" });
// @ts-expect-error a number is no version
TestClient(app, { Version: 2 });
