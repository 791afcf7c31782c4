import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { App, VersioningCustom, VersionNeutral } from "versioned-controllers";
import { runs } from "../support/runs";
import { answerOf, type Found, type ModelRoute } from "./model";
import {
  serving,
  silent,
  tableAndLines,
  versions,
  witness,
  written,
  type Ask,
  type Kinds,
  type Line,
} from "./tables";

/** How one version is written, in every place where a scheme looks for it. */
interface Writing {
  readonly headerName: string;
  /** Header lines before and after, which say nothing to the scheme that is asked. */
  readonly noise: readonly Noise[];
  readonly range: Range;
  /** Elements of Accept around the range; each begins a line of its own or follows on. */
  readonly before: readonly Element[];
  readonly after: readonly Element[];
  /** The text that an extractor gives around the version. */
  readonly around: readonly [readonly unknown[], readonly unknown[]];
  readonly isBare: boolean;
  readonly isLate: boolean;
  /** Whose escapes in the path's first segment are written in upper case. */
  readonly upperCase: readonly boolean[];
}

type Noise = readonly [name: string, value: string];

interface Range {
  readonly type: string;
  readonly key: string;
  readonly blank: string;
  readonly quoting: "token" | "quoted" | "escaped";
  /** In thousandths, 1 at least; undefined is written as none, and counts as 1,000. */
  readonly weight: number | undefined;
  readonly isWeightFirst: boolean;
  readonly startsLine: boolean;
}

/** An element of Accept that must not count: `lower` and `equal` are held against the range's own weight. */
interface Element {
  readonly text: string;
  readonly weight: "as written" | "lower" | "equal";
  readonly startsLine: boolean;
}

const noise = fc.constantFrom<Noise>(
  ["X-API-Versions", "2"],
  ["X-API", "2"],
  ["X_API_Version", "2"],
  ["Accept-Version", "2"],
  ["Accept-Language", "a/b;v=2"],
  ["__proto__", "2"],
  ["Content-Type", "a/b;v=2"],
);

const range: fc.Arbitrary<Range> = fc.record({
  type: fc.constantFrom("a/b", "*/*", "application/vnd.cats+json", "text/*"),
  key: fc.constantFrom("v", "V"),
  blank: fc.constantFrom("", " ", "\t", " \t "),
  quoting: fc.constantFrom("token", "quoted", "escaped"),
  weight: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
  isWeightFirst: fc.boolean(),
  startsLine: fc.boolean(),
});

/** Ranges that name no version, or that RFC 9110 does not allow: passed over at any weight. */
const void_ = [
  ...["text/html", "*/*", "a/b;q=0.999", "a/b;V2=2", "a/b;version=2", "a/b;x=v=2", 'a/b;x="v=2"', "", " "],
  ...["a/b;v=2;q=0", "a/b;v=2;q=0.000", "a/b;q=0.0;v=2", 'a/b;v=2;q="1"', "a/b;v=2;q=2", "a/b;v=2;q=1.001"],
  ...["a/b;v=2;q=0.5555", "a/b;v=2;q=", "a/b;v=2;q=-1", "a/b;v=2;q=.5", "a/b;v=2;q=1;q=1", "a/b;v=2;q= 1"],
  ...["a/b;v=2;v=2", "a/b;v=2;V=1", "a/b;v=", 'a/b;v=""', "a/b;v", "a/b;v =2", "a/b;v= 2", "a/b v=2"],
  ...["a;v=2", "/b;v=2", "a/;v=2", "a/b/c;v=2", "a /b;v=2", "a/b;v=2 3", 'a/b;v="2"3', "a/b;v=2;;x=", "v=2"],
];

const element = (weights: readonly Element["weight"][]): fc.Arbitrary<Element> =>
  fc.oneof(
    fc.record({
      text: fc.constantFrom(...void_),
      weight: fc.constant("as written" as const),
      startsLine: fc.boolean(),
    }),
    fc.record({
      text: fc.constantFrom("a/b;v=2", 'a/b;v="1"', "a/b;x=1;v=nowhere"),
      weight: fc.constantFrom(...weights),
      startsLine: fc.boolean(),
    }),
  );

const junk = fc.array(
  fc.constantFrom(null, 7, true, "", "nowhere", VersionNeutral, [], { a: 1 }, "toString"),
  {
    maxLength: 3,
  },
);

const writing: fc.Arbitrary<Writing> = fc.record({
  headerName: fc.constantFrom("X-API-Version", "x-api-version", "X-Api-VERSION"),
  noise: fc.array(noise, { maxLength: 2 }),
  range,
  before: fc.array(element(["lower"]), { maxLength: 3 }),
  after: fc.array(element(["lower", "equal"]), { maxLength: 3 }),
  around: fc.tuple(junk, junk),
  isBare: fc.boolean(),
  isLate: fc.boolean(),
  upperCase: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
});

type Things = [[readonly ModelRoute[], readonly Line[]], string, Writing];

const plain: Writing = {
  headerName: "X-API-Version",
  noise: [],
  range: {
    type: "a/b",
    key: "v",
    blank: "",
    quoting: "token",
    weight: undefined,
    isWeightFirst: false,
    startsLine: false,
  },
  before: [],
  after: [],
  around: [[], []],
  isBare: false,
  isLate: false,
  upperCase: [],
};
const lower = (text: string): Element => ({ text, weight: "lower", startsLine: false });
const asWritten = (text: string): Element => ({ text, weight: "as written", startsLine: false });
const cats: Things[0] = [
  [written("GET /cats 1"), written("GET /cats 2")],
  [{ method: "GET", path: "/cats" }],
];

const examples: readonly Things[] = [
  [cats, "1", plain],
  // Weights ranked wrongly: as texts, or a missing one as none (aspnet-api-versioning#1221).
  [cats, "1", { ...plain, before: [lower("a/b;v=2"), asWritten("text/html")] }],
  [cats, "1", { ...plain, range: { ...plain.range, weight: 90 }, before: [lower("a/b;v=2")] }],
  [cats, "1", { ...plain, range: { ...plain.range, weight: 1 }, before: [asWritten("a/b;v=2;q=0.000")] }],
  // A tie goes to the first written, on another line too.
  [cats, "1", { ...plain, after: [{ text: "a/b;v=2", weight: "equal", startsLine: true }] }],
  // A malformed range takes nothing with it but itself.
  [cats, "1", { ...plain, before: [asWritten('a/b;v=2;q="1"'), asWritten("a/b;v=2;v=2")] }],
  [cats, "1", { ...plain, range: { ...plain.range, quoting: "escaped", isWeightFirst: true, weight: 1000 } }],
  [cats, "1", { ...plain, around: [[null, "", VersionNeutral], [7]], isLate: true }],
];

const wanted = fc.constantFrom(...versions, "nowhere");

describe("schemes agree: one version, however it is written, reaches the same route with the same parameters", () => {
  it.each<[string, Kinds]>([
    ["through header, media type and custom", "all"],
    ["through the path too, where no route is neutral", "versioned"],
  ])("%s", async (_how, kinds) => {
    await fc.assert(
      fc.asyncProperty(tableAndLines(kinds), wanted, writing, async ([routes, lines], version, how) => {
        const header = serving(routes, "header");
        const accept = serving(routes, "media type");
        const uri = kinds === "versioned" ? serving(routes, "uri") : undefined;
        const custom = extracting(routes, extracted(version, how), how.isLate);
        for (const line of lines.slice(0, 4)) {
          const asked = { ...line, path: line.path.replace(/^(?!\/)/, "/") };
          const expected = answerOf(routes, { ...asked, versions: [version] });
          const answers = {
            header: header(asked, headerOf(version, how)),
            accept: accept(asked, acceptOf(version, how)),
            custom: await custom(asked),
            ...(uri && { uri: uri(...pathOf(version, asked, how)) }),
          };
          const all = Object.fromEntries(Object.keys(answers).map((name) => [name, expected]));
          expect([asked, answers]).toEqual([asked, all]);
        }
      }),
      runs<Things>(...examples),
    );
  });
});

function headerOf(version: string, { headerName, noise: lines }: Writing): readonly string[] {
  return [...lines.flat(), headerName, version, ...lines.flat(), "Accept", "a/b;v=2"];
}

function acceptOf(version: string, { range: own, before, after, noise: lines }: Writing): readonly string[] {
  const weight = own.weight ?? 1000;
  const elements = [
    ...before.map((one) => [textOf(one, weight), one.startsLine] as const),
    [rangeOf(version, own), own.startsLine] as const,
    ...after.map((one) => [textOf(one, weight), one.startsLine] as const),
  ];
  const texts: string[] = [];
  for (const [text, startsLine] of elements) {
    if (texts.length === 0 || startsLine) texts.push(text);
    else texts.push(`${texts.pop() ?? ""},${own.blank}${text}`);
  }
  return ["X-API-Version", "2", ...lines.flat(), ...texts.flatMap((text) => ["accept", text])];
}

function rangeOf(version: string, { type, key, blank, quoting, weight, isWeightFirst }: Range): string {
  const isToken = /^\w+$/.test(version);
  const quoted = quoting === "escaped" ? version.replaceAll(/./g, "\\$&") : version;
  const value = quoting === "token" && isToken ? version : `"${quoted}"`;
  const parameters = [
    `${key}=${value}`,
    ...(weight === undefined ? [] : [`q=${(weight / 1000).toFixed(3)}`]),
  ];
  const inOrder = isWeightFirst ? parameters.reverse() : parameters;
  return [`${blank}${type}`, ...inOrder].join(`${blank};${blank}`) + blank;
}

function textOf({ text, weight }: Element, own: number): string {
  if (weight === "as written") return text;
  return `${text};q=${((weight === "equal" ? own : own - 1) / 1000).toFixed(3)}`;
}

function extracted(version: string, { around: [before, after], isBare }: Writing): unknown {
  return isBare ? version : [...before, version, ...after];
}

/** The table under a custom scheme whose extractor gives this for every request. */
function extracting(
  routes: readonly ModelRoute[],
  given: unknown,
  isLate: boolean,
): (line: Line) => Promise<Found | undefined> {
  const seen = witness();
  // As a program without types would.
  const Extractor = () => (isLate ? Promise.resolve(given) : given) as string[];
  const app = new App({
    Versioning: { Type: VersioningCustom, Extractor },
    PassUnmatched: true,
    Logger: silent,
  });
  for (const one of routes) app.Handle(one.method, one.path, seen.handler(one), ...seen.optionsOf(one, true));
  const serve = app.Build();
  return async (line) => {
    const found = seen.ask(serve, line);
    if (!isLate) return found;
    await turn();
    return seen.found();
  };
}

function pathOf(version: string, { method, path }: Line, { upperCase }: Writing): Parameters<Ask> {
  const bytes = [...Buffer.from(`v${version}`)].map((byte, i) => {
    const text = String.fromCharCode(byte);
    if (/[\w\-.~!$&'()*+,;=:@]/.test(text)) return text;
    const digits = byte.toString(16).padStart(2, "0");
    return `%${upperCase[i] ? digits.toUpperCase() : digits}`;
  });
  const noises = ["X-API-Version", "2", "Accept", "a/b;v=2"];
  return [{ method, path: `/${bytes.join("")}${path}` }, noises];
}
