import { App, VersioningMediaType, VersionNeutral, VersionOf, WithVersion } from "versioned-controllers";
import { serve } from "../../support/serve";

const versions = ["1", "2", "3", "A", "a", "1,2", "1;2", 'a"b', " 1", "__proto__", "constructor"];

function appWith(Key: string): App {
  return new App({ Versioning: { Type: VersioningMediaType, Key } })
    .Get("/", (req) => VersionOf(req), WithVersion(...versions))
    .Get("/", () => "neutral", WithVersion(VersionNeutral));
}

type Row = readonly [accept: string | readonly string[], version: string];

async function expectVersion(accept: Row[0], version: string, Key = "v"): Promise<void> {
  const answer = await (await serve(appWith(Key))).ask("GET /", { Accept: accept });
  expect(answer.text).toBe(version);
}

const tables: Record<string, readonly Row[]> = {
  "a range that carries Key names the version": [
    ["application/json;v=1", "1"],
    ["application/json; v=1", "1"],
    ["application/json ;v=1", "1"],
    ["application/json\t;\tv=1", "1"],
    ["application/json;charset=utf-8;v=2", "2"],
    ["application/json;v=2;charset=utf-8", "2"],
    ["text/html, application/json;v=1", "1"],
    ["application/json;v=__proto__", "__proto__"],
    ["application/json;v=constructor", "constructor"],
  ],
  "whatever its media type": [
    ["*/*;v=1", "1"],
    ["image/*;v=1", "1"],
    ["image/png;v=1", "1"],
    ["x/y;v=1", "1"],
    ["application/vnd.cats+json;v=1", "1"],
  ],
  "without Key nothing is named": [
    [[], "neutral"],
    ["", "neutral"],
    ["*/*", "neutral"],
    ["application/json", "neutral"],
    ["application/json;version=1", "neutral"],
    ["application/json;vv=1", "neutral"],
    ["application/json;av=1", "neutral"],
    ["application/v=1", "neutral"],
  ],
  "the parameter's case is ignored, its value's is not": [
    ["application/json;V=1", "1"],
    ["application/json;v=a", "a"],
    ["application/json;v=A", "A"],
    ['application/json;v="A"', "A"],
  ],
  "the highest weight names the version; none is 1": [
    ["a/b;v=1;q=0.5, a/b;v=2;q=0.9", "2"],
    ["a/b;v=1;q=0.9, a/b;v=2;q=0.5", "1"],
    ["a/b;v=1;q=0.9, a/b;v=2", "2"],
    ["a/b;v=1;q=0.999, a/b;v=2;q=1.000", "2"],
    ["a/b;v=1;q=0.001, a/b;v=2;q=0.002", "2"],
    ["a/b;v=1;q=0., a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=0.9, a/b;v=2;q=1.", "2"],
    ["a/b;v=1;Q=0.5, a/b;v=2;q=0.6", "2"],
    ["a/b;q=0.5;v=1, a/b;v=2;q=0.6", "2"],
    ["a/b, a/b;v=1;q=0.1", "1"],
    ["a/b;q=1, a/b;v=1;q=0.1", "1"],
    [["a/b;v=1;q=0.5", "a/b;v=2;q=0.6"], "2"],
  ],
  "ties go to the first written": [
    ["a/b;v=1, a/b;v=2", "1"],
    ["a/b;v=2;q=0.5, a/b;v=1;q=0.5", "2"],
    ["a/b;v=2;q=0.5, a/b;v=1;q=0.500", "2"],
    ["*/*;v=2, a/b;v=1", "2"],
    ["a/b;v=2, a/b;x=1;v=1", "2"],
    [["a/b;v=2", "a/b;v=1"], "2"],
  ],
  "q=0 is refused": [
    ["a/b;v=1;q=0", "neutral"],
    ["a/b;v=1;q=0.000", "neutral"],
    ["a/b;v=1;q=0.", "neutral"],
    ["a/b;v=1;q=0, a/b;v=2;q=0.1", "2"],
  ],
  "a quoted value is unquoted, its case kept": [
    ['a/b;v="1"', "1"],
    ['a/b;v="1,2"', "1,2"],
    ['a/b;v="1;2"', "1;2"],
    ['a/b;v=" 1"', " 1"],
    ['a/b;v="a\\"b"', 'a"b'],
    ['a/b;v="\\1"', "1"],
    ['a/b;x="v=1"', "neutral"],
    ['a/b;x="a, c/d;v=1"', "neutral"],
    ['a/b;x=", a/b;v=1;", c/d;v=2', "2"],
    ['a/b;x="\\", a/b;v=1;", c/d;v=2', "2"],
  ],
  "a range with a malformed weight is passed over": [
    ["a/b;v=1;q=2, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=1.1, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=1.001, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=0.1234, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=1.0000, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=.9, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=00.9, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=-1, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=1e0, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=high, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=0.5;q=0.5, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;q=x", "neutral"],
  ],
  "a range with a quoted weight is passed over": [
    ['a/b;v=1;q="1", a/b;v=2;q=0.1', "2"],
    ['a/b;v=1;q="0.5"', "neutral"],
  ],
  "a range with the parameter twice is passed over": [
    ["a/b;v=1;v=1, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;V=3, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1;x=1;v=3", "neutral"],
    ['a/b;v=1;v=""', "neutral"],
    ["a/b;x=1;x=2;v=1", "1"],
  ],
  "a range with an empty value is passed over": [
    ["a/b;v=, a/b;v=2;q=0.1", "2"],
    ['a/b;v="", a/b;v=2;q=0.1', "2"],
    ["a/b;v;x=1, a/b;v=2;q=0.1", "2"],
    ["a/b;v", "neutral"],
  ],
  "a range that RFC 9110 does not allow is passed over": [
    ["a;v=1, a/b;v=2;q=0.1", "2"],
    ["/b;v=1, a/b;v=2;q=0.1", "2"],
    ["a/;v=1, a/b;v=2;q=0.1", "2"],
    [";v=1, a/b;v=2;q=0.1", "2"],
    ["v=1, a/b;v=2;q=0.1", "2"],
    ["a/b/c;v=1, a/b;v=2;q=0.1", "2"],
    ["a /b;v=1, a/b;v=2;q=0.1", "2"],
    ["a/ b;v=1, a/b;v=2;q=0.1", "2"],
    ["a/b c;v=1, a/b;v=2;q=0.1", "2"],
    ["a/b v=1, a/b;v=2;q=0.1", "2"],
    ["a/b;v =1, a/b;v=2;q=0.1", "2"],
    ["a/b;v= 1, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1 2, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1=2, a/b;v=2;q=0.1", "2"],
    ["a/b;v=1/2, a/b;v=2;q=0.1", "2"],
    ["a/b;v=(1), a/b;v=2;q=0.1", "2"],
    ["a/b;v=é, a/b;v=2;q=0.1", "2"],
    ["a/b;=1;v=1, a/b;v=2;q=0.1", "2"],
    ["a/b;x y;v=1, a/b;v=2;q=0.1", "2"],
    ['a/b;v="1"2, a/b;v=2;q=0.1', "2"],
    ['a/b;v="1" 2, a/b;v=2;q=0.1', "2"],
  ],
  "an empty element, and an empty parameter, are allowed": [
    [", a/b;v=1", "1"],
    [",,a/b;v=1,,", "1"],
    ["a/b;;v=1;", "1"],
    ["a/b; ; v=1 ; ", "1"],
  ],
  "an unterminated quote takes the rest of its line, which is passed over": [
    ['a/b;v="1', "neutral"],
    ['a/b;v="1\\"', "neutral"],
    ['a/b;v="', "neutral"],
    ['a/b;v=1, a/b;x="', "1"],
    ['a/b;v=1;q=0.1, a/b;v="2', "1"],
  ],
  "each line is read by itself": [
    [["a/b;v=1", "a/b;v=2"], "1"],
    [["a/b", "a/b;v=2"], "2"],
    [['a/b;x="', "a/b;v=2"], "2"],
    [['a/b;v="1', 'a/b;v=2;x="'], "neutral"],
    [['a/b;x="', '";v=1'], "neutral"],
    [["a/b;x=1;", "v=1"], "neutral"],
    [["", "a/b;v=1"], "1"],
    [["a/b;v=1;q=0.1", "", "a/b;v=3;q=0.2, a/b;v=2;q=0.3"], "2"],
  ],
  "there is no fallback to a range with a lower weight": [
    ["a/b;v=9, a/b;v=1;q=0.9", "neutral"],
    ["a/b;v=9, a/b;v=1", "neutral"],
    [["a/b;v=9", "a/b;v=1"], "neutral"],
    ["a/b;v=neutral, a/b;v=1;q=0.5", "neutral"],
  ],
};

describe.each(Object.entries(tables))("%s", (_rule, rows) => {
  it.each(rows.map(([accept, version]) => ({ accept, version })))(
    "$accept: $version",
    ({ accept, version }) => expectVersion(accept, version),
  );
});

describe("Key", () => {
  it.each([
    ["v", "a/b;v=1", "1"],
    ["v=", "a/b;v=1", "1"],
    ["V", "a/b;v=1", "1"],
    ["V=", "a/b;v=1", "1"],
    ["Version", "a/b;vERSION=1", "1"],
    ["version", "a/b;v=1", "neutral"],
    ["constructor", "a/b;constructor=1", "1"],
    ["constructor", "a/b;v=1", "neutral"],
    ["__proto__", "a/b;__proto__=1", "1"],
    ["charset", "a/b;charset=A", "A"],
  ])("%s finds in %s: %s", async (key, accept, version) => expectVersion(accept, version, key));
});
