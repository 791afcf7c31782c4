import {
  App,
  FromCookie,
  FromQuery,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersionNeutral,
  VersionOf,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import { errorBody } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const header: VersioningOptions = { Type: VersioningHeader, Header: "V" };

function appOf(Versioning: VersioningOptions, told: unknown[] = []): App {
  const options = { UnknownVersion: "refuse", AssumeVersion: "1", ...Versioning } as const;
  return new App({
    Versioning: options,
    Logger: recordingLogger(),
    OnRefused: (_req, refused) => void told.push(refused),
  })
    .Get("/cats", (req) => `cats ${String(VersionOf(req))}`, WithVersion("1", "2"))
    .Get("/health", () => "neutral", WithVersion(VersionNeutral));
}

type Sent = readonly [path: string, headers: Readonly<Record<string, string | readonly string[]>>];

const rows: readonly [how: string, versioning: VersioningOptions, sent: Sent, unreadable: string][] = [
  ["the header on two lines", header, ["/cats", { V: ["2", "2"] }], "header V: sent on 2 lines"],
  [
    "a range that repeats the parameter",
    { Type: VersioningMediaType, Key: "v" },
    ["/cats", { Accept: "application/json;v=2;v=2" }],
    'Accept: "application/json;v=2;v=2" cannot be read',
  ],
  [
    "a query parameter twice",
    { Type: VersioningCustom, Extractor: FromQuery("v") },
    ["/cats?v=2&v=2", {}],
    "query v: sent 2 times",
  ],
  [
    "a cookie twice",
    { Type: VersioningCustom, Extractor: FromCookie("v") },
    ["/cats", { Cookie: "v=2; v=2" }],
    "cookie v: sent 2 times",
  ],
];

describe.each(rows)("UnknownVersion: refuse, %s", (_how, versioning, [path, headers], unreadable) => {
  it("is a 400 that names the place, and OnRefused gets it", async () => {
    const told: unknown[] = [];
    const { ask } = await serve(appOf(versioning, told));
    const answer = await ask(`GET ${path}`, headers);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(
      errorBody(400, "version_unreadable", "the version of the request cannot be read", {
        unreadable: [unreadable],
      }),
    );
    expect(answer.headers["api-supported-versions"]).toBe("1, 2");
    expect(told).toEqual([{ Requested: [], Reason: "unknown", Unreadable: [unreadable] }]);
  });

  it("is the 404 where no route has the path, and no mistake at a neutral route", async () => {
    const { ask } = await serve(appOf(versioning));
    expect(await ask(`GET ${path.replace("cats", "dogs")}`, headers)).toMatchObject({ status: 404 });
    expect(await ask(`GET ${path.replace("cats", "health")}`, headers)).toMatchObject({ text: "neutral" });
  });

  it("is a 404 without the option", async () => {
    const options = { ...versioning, UnknownVersion: "assume" } as const;
    const { ask } = await serve(appOf(options));
    expect(await ask(`GET ${path}`, headers)).toMatchObject({ status: 404 });
  });
});
