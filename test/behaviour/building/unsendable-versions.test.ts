import {
  App,
  AtOrBefore,
  Described,
  FirstOf,
  FromCookie,
  FromHeader,
  FromMediaType,
  FromQuery,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionOf,
  WithVersion,
  type VersionExtractor,
  type VersioningOptions,
} from "versioned-controllers";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

const custom = (Extractor: VersionExtractor): VersioningOptions => ({ Type: VersioningCustom, Extractor });
const header: VersioningOptions = { Type: VersioningHeader, Header: "X-V" };
const accept: VersioningOptions = { Type: VersioningMediaType, Key: "v" };
const query = custom(FromQuery("v"));
const cookie = custom(FromCookie("v"));

const inHeader =
  "the value of header X-V has no blanks at its ends, no control characters and no characters above U+00FF";
const inAccept = "the value of Accept parameter v has no control characters and no characters above U+00FF";
const whole = "no halves of surrogate pairs";

const half = "\ud800";

it.each<readonly [VersioningOptions, version: string, rule: string]>([
  ...[" 1", "1 ", "\t1", "1\t", "1\t2", "\t", "x\n", "x\u0000", "\u007f", "\u0085", "中", "\u0100", half].map(
    (version) => [header, version, inHeader] as const,
  ),
  [custom(FromHeader("X-V")), "1 ", inHeader],
  ...["x\n", "x\u0000", "中", half].map((version) => [accept, version, inAccept] as const),
  [custom(FromMediaType("v")), "中", inAccept],
  [query, half, `the value of query parameter v has ${whole}`],
  [cookie, half, `the value of cookie v has ${whole}`],
  [{ Type: VersioningURI }, half, `the value of path has ${whole}`],
  [
    custom(FirstOf(FromHeader("X-V"), FromQuery("v"))),
    half,
    `${inHeader}; the value of query parameter v has ${whole}`,
  ],
])("%j: version %j cannot be sent", (versioning, version, rule) => {
  const app = new App({ Versioning: versioning }).Get("/cats", () => 1, WithVersion(version));
  expect(problemsOf(app)).toEqual([
    `GET /cats: version ${JSON.stringify(version)} cannot be sent: ${rule} [version-not-sendable]`,
  ]);
});

it("it is said of DefaultVersion, Versions and AssumeVersion too", () => {
  const versioning = { ...header, Versions: ["1 "], DefaultVersion: ["1 "], AssumeVersion: "1 " };
  const where = ["DefaultVersion", "Versions", "AssumeVersion"];
  expect(problemsOf(new App({ Versioning: versioning }).Get("/cats", () => 1))).toEqual(
    where.map(
      (name) =>
        `AppOptions.Versioning.${name}: version "1 " cannot be sent: ${inHeader} [version-not-sendable]`,
    ),
  );
});

/** The versions that look like the mistakes, and that a request does reach. */
it.each<readonly [VersioningOptions, version: string, line: string, headers: Record<string, string>]>([
  [header, "a b", "GET /cats", { "X-V": "a b" }],
  [header, "1, 2", "GET /cats", { "X-V": "1, 2" }],
  [header, "\u00e9\u00ff", "GET /cats", { "X-V": "\u00e9\u00ff" }],
  [accept, " 1 ", "GET /cats", { Accept: 'a/b;v=" 1 "' }],
  [accept, "1\t2", "GET /cats", { Accept: 'a/b;v="1\t2"' }],
  [query, " 中\n", "GET /cats?v=%20%E4%B8%AD%0A", {}],
  [cookie, " 中\n", "GET /cats", { Cookie: "v=%20%E4%B8%AD%0A" }],
  [{ Type: VersioningURI }, " 中", "GET /v%20%E4%B8%AD/cats", {}],
  [custom(FirstOf(FromHeader("X-V"), FromQuery("v"))), "1 ", "GET /cats?v=1%20", {}],
  [custom(FirstOf(FromHeader("X-V"), () => "1 ")), "1 ", "GET /cats", {}],
  [custom(Described(() => "1 ", { Header: "X-V" })), "1 ", "GET /cats", {}],
  [custom(() => "1 "), "1 ", "GET /cats", {}],
  [{ ...header, AssumeVersion: () => "1 " }, "1 ", "GET /cats", {}],
  [
    {
      ...custom(AtOrBefore(FromHeader("X-V"), { Compare: (a, b) => Number(a) - Number(b) })),
      Versions: [" 1"],
    },
    " 1",
    "GET /cats",
    { "X-V": "2" },
  ],
])("%j: version %j can be sent", async (versioning, version, line, headers) => {
  const app = new App({ Versioning: versioning }).Get(
    "/cats",
    (req) => [VersionOf(req)],
    WithVersion(version),
  );
  expect((await (await serve(app)).ask(line, headers)).json).toEqual([version]);
});
