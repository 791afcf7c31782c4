import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { buildSync } from "esbuild";
import fc from "fast-check";
import { App, VersioningMediaType, VersionNeutral, VersionOf, WithVersion } from "versioned-controllers";
import { mediaRanges } from "../../src/http/accept";
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
        for (const { parameters, weight } of mediaRanges(line)) {
          expect(weight).toBeGreaterThanOrEqual(0);
          expect(weight).toBeLessThanOrEqual(1000);
          for (const { name } of parameters) expect(name).toMatch(/^[!#$%&'*+\-.^_`|~0-9a-z]+$/);
        }
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
        expect(mediaRanges(line)).toEqual(slowRanges(line));
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
function slowRanges(line: string): ReturnType<typeof mediaRanges> {
  const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
  const value = `(?:${token}|"(?:[\\t\\x20\\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*")`;
  const element = new RegExp(`^[ \\t]*${token}/${token}((?:[ \\t]*;[ \\t]*(?:${token}=${value})?)*)[ \\t]*$`);
  const parameter = new RegExp(`(${token})=(${value})`, "g");
  return elementsOf(line).flatMap((text) => {
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
    const parameters = all.filter(({ name }) => name !== "q").map(({ name, value }) => ({ name, value }));
    return [{ parameters, weight: weight ? Math.round(Number(weight.written) * 1000) : 1000 }];
  });
}

function elementsOf(line: string): readonly string[] {
  return line.match(/(?:="(?:[^"\\]|\\[^])*"|[^,])+/g) ?? [];
}

describe("the cost of reading Accept is linear", () => {
  const inputs: Record<string, (n: number) => string> = {
    "a/b followed by ` ;`": (n) => `a/b${" ;".repeat(n)}`,
    "a/b followed by ` ;` and what is no parameter": (n) => `a/b${" ;".repeat(n)}x`,
    "a/b followed by blanks": (n) => `a/b${" ".repeat(n)}x`,
    "a/b followed by `;a=1`": (n) => `a/b${";a=1".repeat(n)}`,
    "a/b followed by `;v=1`": (n) => `a/b${";v=1".repeat(n)}`,
    commas: (n) => ",".repeat(n),
    "commas with blanks": (n) => " ,\t".repeat(n),
    ranges: (n) => "a/b;v=1,".repeat(n),
    "ranges with weights": (n) => "a/b;v=1;q=0.5,".repeat(n),
    quotes: (n) => '"'.repeat(n),
    "an open quote": (n) => `a/b;v="${"a".repeat(n)}`,
    "an open quote of backslashes": (n) => `a/b;v="${"\\".repeat(n)}`,
    "an open quote of escaped quotes": (n) => `a/b;v="${'\\"'.repeat(n)}`,
    "open quotes with commas": (n) => 'a/b;v=",'.repeat(n),
    "quoted strings": (n) => 'a/b;v="a,b",'.repeat(n),
    slashes: (n) => "/".repeat(n),
    equals: (n) => `a/b;${"=".repeat(n)}`,
    "a long token": (n) => "a".repeat(n),
    "a long weight": (n) => `a/b;v=1;q=0.${"0".repeat(n)}`,
  };

  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, "../../src/http/accept.ts")],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
  });
  const source = `
    const { parentPort, workerData } = require("node:worker_threads");
    const { mediaRanges } = (function (module) { ${outputFiles[0]?.text ?? ""}; return module.exports; })({ exports: {} });
    const best = (text) => {
      let least = Infinity;
      for (let i = 0; i < 7; i++) {
        const start = process.cpuUsage();
        mediaRanges(text);
        const { user, system } = process.cpuUsage(start);
        least = Math.min(least, user + system);
      }
      return least;
    };
    for (const text of workerData) best(text);
    parentPort.postMessage(workerData.map(best));
  `;

  /** The least CPU time of each text, in microseconds; a worker that takes too long is an error. */
  async function costs(texts: readonly string[]): Promise<readonly number[]> {
    const worker = new Worker(source, { eval: true, workerData: texts });
    let timeout: NodeJS.Timeout | undefined;
    try {
      return await new Promise<readonly number[]>((resolve, reject) => {
        timeout = setTimeout(() => {
          reject(new Error("it takes too long"));
        }, 20_000);
        worker.once("message", resolve).once("error", reject);
      });
    } finally {
      clearTimeout(timeout);
      await worker.terminate();
    }
  }

  it.each(Object.entries(inputs))(
    "%s",
    async (_what, make) => {
      const [once = 0, tenTimes = 0] = await costs([make(8_000), make(80_000)]);
      // Ten times the text, ten times the time: a quadratic cost would be a hundred times it. The constant is for the clock.
      expect(tenTimes).toBeLessThan(30 * once + 20_000);
    },
    30_000,
  );
});
