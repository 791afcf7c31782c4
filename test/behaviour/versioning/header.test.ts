import { App, VersioningHeader, VersionNeutral, VersionOf, WithVersion } from "versioned-controllers";
import { serve } from "../../support/serve";

/** An App that tells which of its versions a header named. */
function appOf(...versions: readonly string[]): App {
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-API-Version" } });
  return app
    .Get("/", (req) => VersionOf(req), WithVersion(...versions))
    .Get("/", () => "neutral", WithVersion(VersionNeutral));
}

describe("the header's value is one text, compared exactly, code unit by code unit", () => {
  const rows: readonly (readonly [string, readonly string[], string | readonly string[], string])[] = [
    ["it names a version", ["1", "2"], "2", "2"],
    ["its absence names none", ["1"], [], "neutral"],
    ["an empty value names none", ["1"], "", "neutral"],
    ["blanks are an empty value", ["1"], "  ", "neutral"],
    ["on several lines it names none", ["1", "2"], ["1", "2"], "neutral"],
    ["on several lines it names none, all the same", ["1", "1, 1"], ["1", "1"], "neutral"],
    ["on several lines it names none, the first empty", ["1"], ["", "1"], "neutral"],
    ["on several lines it names none, the last empty", ["1"], ["1", ""], "neutral"],
    ["a comma is part of it", ["1", "2", "1, 2"], "1, 2", "1, 2"],
    ["it is no list", ["1", "2"], "1,2", "neutral"],
    ["blanks inside are part of it", ["1, 2"], "1,2", "neutral"],
    ["case matters", ["a", "A"], "A", "A"],
    ["case is not folded", ["a"], "A", "neutral"],
    ["numbers are no numbers", ["1"], "1.0", "neutral"],
    ["zeros are kept", ["1"], "01", "neutral"],
    ["dates are texts", ["2024-05-01"], "2024-05-01", "2024-05-01"],
    ["quotes are part of it", ["1"], '"1"', "neutral"],
    ["parameters are part of it", ["1"], "1;q=1", "neutral"],
    ["escapes are not decoded", ["a b"], "a%20b", "neutral"],
    ["other characters are compared as they came", ["é"], "é", "é"],
    ["and not normalised", ["ª"], "a", "neutral"],
    ["__proto__ is a version like any other", ["__proto__", "1"], "__proto__", "__proto__"],
    ["constructor is one too", ["constructor", "1"], "constructor", "constructor"],
    ["__proto__ that nobody declared is unserved", ["1"], "__proto__", "neutral"],
    ["constructor that nobody declared is unserved", ["1"], "constructor", "neutral"],
    ["toString that nobody declared is unserved", ["1"], "toString", "neutral"],
    ["a client cannot ask for the neutral version by a name of it", ["1"], "neutral", "neutral"],
  ];

  it.each(rows)("%s", async (_what, versions, sent, expected) => {
    const answer = await (await serve(appOf(...versions))).ask("GET /", { "X-API-Version": sent });
    expect(answer.text).toBe(expected);
  });
});

it("the name of the header is not told apart by case, on several lines either", async () => {
  const server = await serve(appOf("1"));
  expect((await server.ask("GET /", { "x-api-VERSION": "1" })).text).toBe("1");
  expect((await server.ask("GET /", { "x-api-version": "1", "X-API-Version": "1" })).text).toBe("neutral");
});

it.each([
  ["a header that Node joins", "X-API-Version"],
  ["a header of which Node keeps the first line", "User-Agent"],
  ["a header that Node keeps as a list", "Set-Cookie"],
  ["a header that Node joins with semicolons", "Cookie"],
])("%s is read as it was sent", async (_what, Header) => {
  const app = new App({ Versioning: { Type: VersioningHeader, Header } })
    .Get("/", (req) => VersionOf(req), WithVersion("1", "1, 2", "1; 2"))
    .Get("/", () => "neutral", WithVersion(VersionNeutral));
  const server = await serve(app);
  expect((await server.ask("GET /", { [Header]: "1" })).text).toBe("1");
  expect((await server.ask("GET /", { [Header]: "1, 2" })).text).toBe("1, 2");
  expect((await server.ask("GET /", { [Header]: ["1", "2"] })).text).toBe("neutral");
});

it("a header that a middleware put into the request names a version, where the client sent none", async () => {
  const app = appOf("1", "2").Use((req, _res, next) => {
    req.headers["x-api-version"] ??= "1";
    next();
  });
  const server = await serve(app);
  expect((await server.ask("GET /")).text).toBe("1");
  expect((await server.ask("GET /", { "X-API-Version": "2" })).text).toBe("2");
});

it("a route's version without a neutral one beside it is a 404 for whoever names none", async () => {
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-V" } }).Get(
    "/",
    () => "1",
    WithVersion("1"),
  );
  const server = await serve(app);
  expect((await server.ask("GET /")).status).toBe(404);
  expect((await server.ask("GET /", { "X-V": ["1", "1"] })).status).toBe(404);
  expect((await server.ask("GET /", { "X-V": "1" })).status).toBe(200);
});
