import fc from "fast-check";
import { App, VersioningMediaType, VersionNeutral, VersionOf, WithVersion } from "versioned-controllers";
import { preferredValue } from "../../src/http/accept";
import { call } from "../support/in-process";
import { often } from "../support/runs";

/** Which version Accept lines name, through the middleware. */
function reader(...versions: readonly string[]): (...lines: readonly string[]) => string | undefined {
  let version: string | undefined;
  const app = new App({ PassUnmatched: true, Versioning: { Type: VersioningMediaType, Key: "v" } })
    .Get("/", (req, res) => ((version = VersionOf(req)), res), WithVersion(...versions))
    .Get("/", (_req, res) => res, WithVersion(VersionNeutral));
  const middleware = app.Build();
  return (...lines) => {
    version = undefined;
    call(middleware, { method: "GET", url: "/", rawHeaders: lines.flatMap((line) => ["Accept", line]) });
    return version;
  };
}

const special = fc.constantFrom(
  ...Array.from("abv/;,=\"\\ \tq01.*'(é"),
  "a/b",
  ";v=1",
  ";q=0.5",
  '"',
  '\\"',
  ", ",
);
const nearlyAccept = fc.array(special, { maxLength: 60 }).map((parts) => parts.join(""));

describe("reading Accept", () => {
  it("never throws, whatever the text", () => {
    const version = reader("1");
    fc.assert(
      fc.property(fc.oneof(nearlyAccept, fc.string(), fc.string({ unit: "binary" })), (line) => {
        version(line);
        expect(preferredValue([line], "v")).not.toBe("");
      }),
      often(3000),
    );
  });

  it("passes over exactly what an obvious, slower grammar passes over", () => {
    fc.assert(
      fc.property(nearlyAccept, (line) => {
        // Where a quote opens outside of a value, what is an element is anybody's guess.
        const quotes = line.replaceAll(/="(?:[^"\\]|\\.)*"/g, "");
        fc.pre(!quotes.includes('"'));
        expect(preferredValue([line], "v")).toBe(slowlyPreferred(line, "v"));
      }),
      often(5000),
    );
  });

  const token = fc.constantFrom("a", "b", "json", "x-y", "vnd.cats+json", "*");
  const range = fc.record({
    type: token,
    subtype: token,
    version: fc.option(fc.constantFrom("1", "2", "3", "a b", 'a"b', "1,2"), { nil: undefined }),
    weight: fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined }),
    blanks: fc.constantFrom("", " ", "\t", "  "),
    isQuoted: fc.boolean(),
    isWeightFirst: fc.boolean(),
    isUpper: fc.boolean(),
  });

  it("finds the highest weight, the first of those, of well-formed ranges however they are written", () => {
    const version = reader("1", "2", "3", "a b", 'a"b', "1,2");
    fc.assert(
      fc.property(fc.array(fc.array(range, { maxLength: 5 }), { maxLength: 4 }), (lines) => {
        const written = lines.map((ranges) =>
          ranges
            .map(({ type, subtype, version: named, weight, blanks, isQuoted, isWeightFirst, isUpper }) => {
              const value = named !== undefined && (isQuoted || !/^\w+$/.test(named)) ? quote(named) : named;
              const key = value === undefined ? [] : [`${isUpper ? "V" : "v"}=${value}`];
              const q = weight === undefined ? [] : [`${isUpper ? "Q" : "q"}=${(weight / 1000).toFixed(3)}`];
              const parameters = isWeightFirst ? [...q, ...key] : [...key, ...q];
              return [`${blanks}${type}/${subtype}`, ...parameters].join(`${blanks};${blanks}`) + blanks;
            })
            .join(","),
        );
        const candidates = lines
          .flat()
          .filter(({ version: named, weight }) => named !== undefined && weight !== 0)
          .map(({ version: named, weight }) => ({ named, weight: weight ?? 1000 }));
        const highest = Math.max(...candidates.map(({ weight }) => weight));
        const expected = candidates.find(({ weight }) => weight === highest)?.named;
        expect(version(...written)).toBe(expected);
      }),
      often(2000),
    );
  });
});

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** RFC 9110, 12.5.1, as one pattern; only for short texts. */
function slowlyPreferred(line: string, key: string): string | undefined {
  const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
  const value = `(?:${token}|"(?:[\\t\\x20\\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*")`;
  const element = new RegExp(`^[ \\t]*${token}/${token}((?:[ \\t]*;[ \\t]*(?:${token}=${value})?)*)[ \\t]*$`);
  const parameter = new RegExp(`(${token})=(${value})`, "g");
  const candidates = elementsOf(line).flatMap((text) => {
    const matched = element.exec(text);
    if (!matched) return [];
    const all = [...(matched[1] ?? "").matchAll(parameter)].map(([, name = "", written = ""]) => ({
      name: name.toLowerCase(),
      written,
      value: written.startsWith('"') ? written.slice(1, -1).replaceAll(/\\([^])/g, "$1") : written,
    }));
    const [weight, second] = all.filter(({ name }) => name === "q");
    if (second) return [];
    if (weight && !/^(0(\.[0-9]{0,3})?|1(\.0{0,3})?)$/.test(weight.written)) return [];
    const [named, again] = all.filter(({ name }) => name === key);
    if (again || !named?.value) return [];
    return [{ value: named.value, weight: weight ? Number(weight.written) : 1 }];
  });
  const highest = Math.max(...candidates.map(({ weight }) => weight));
  return candidates.find(({ weight }) => weight === highest && weight > 0)?.value;
}

function elementsOf(line: string): readonly string[] {
  return line.match(/(?:="(?:[^"\\]|\\[^])*"|[^,])+/g) ?? [];
}
