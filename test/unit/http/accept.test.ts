import { Worker } from "node:worker_threads";
import { mediaRanges } from "../../../src/http/accept";

/** `name=value;...;q=thousandths` of each range, to keep a row on a line. */
const shown = (line: string) =>
  mediaRanges(line).map(({ parameters, weight }) =>
    [...parameters.map(({ name, value }) => `${name}=${value}`), `q=${weight}`].join(";"),
  );

describe("ranges that RFC 9110 allows", () => {
  it.each<[line: string, ...ranges: string[]]>([
    ["*/*", "q=1000"],
    ["text/html", "q=1000"],
    ["application/json;v=1", "v=1;q=1000"],
    ["application/json; v=1", "v=1;q=1000"],
    ["application/json ;\t v=1 ", "v=1;q=1000"],
    ["application/json;V=A", "v=A;q=1000"],
    ["application/vnd.api+json;v=1", "v=1;q=1000"],
    ["a/b;v=1;w=2", "v=1;w=2;q=1000"],
    ["a/b;v=1;v=2", "v=1;v=2;q=1000"],
    ["a/b;;v=1;", "v=1;q=1000"],
    ["a/b;", "q=1000"],
    ["a/b ; ; ", "q=1000"],
    ['a/b;v="1"', "v=1;q=1000"],
    ['a/b;v="A b"', "v=A b;q=1000"],
    ['a/b;v="a,b;c=d"', "v=a,b;c=d;q=1000"],
    ['a/b;v="a\\"b\\\\c"', 'v=a"b\\c;q=1000'],
    ['a/b;v=""', "v=;q=1000"],
    ['a/b;v="\t\u00e9"', "v=\t\u00e9;q=1000"],
    ['a/b;v="\\,"', "v=,;q=1000"],
    ["a/b;v=__proto__", "v=__proto__;q=1000"],
    ["a/b;v=1,c/d;v=2", "v=1;q=1000", "v=2;q=1000"],
    ["a/b;v=1 , c/d;v=2", "v=1;q=1000", "v=2;q=1000"],
    [",, a/b ,,c/d,", "q=1000", "q=1000"],
    ["!#$%&'*+-.^_`|~09azAZ/!#$%&'*+-.^_`|~09azAZ;v=!#$%&'*+-.^_`|~", "v=!#$%&'*+-.^_`|~;q=1000"],
  ])("%j", (line, ...ranges) => {
    expect(shown(line)).toEqual(ranges);
  });
});

describe("weights", () => {
  it.each<[weight: string, thousandths: number]>([
    ["q=1", 1000],
    ["q=1.", 1000],
    ["q=1.0", 1000],
    ["q=1.000", 1000],
    ["q=0", 0],
    ["q=0.", 0],
    ["q=0.0", 0],
    ["q=0.000", 0],
    ["q=0.5", 500],
    ["q=0.001", 1],
    ["q=0.999", 999],
    ["q=0.29", 290],
    ["Q=0.5", 500],
    ["v=1;q=0.5", 500],
    ["q=0.5;v=1", 500],
  ])("%s is %i thousandths", (weight, thousandths) => {
    expect(mediaRanges(`a/b;${weight}`)).toMatchObject([{ weight: thousandths }]);
  });

  it.each([
    "q=",
    "q",
    "q=2",
    "q=1.001",
    "q=1.0000",
    "q=0.1234",
    "q=.5",
    "q=00.5",
    "q=-0",
    "q=+1",
    "q=1e0",
    "q=one",
    "q=NaN",
    'q="1"',
    'q="0.5"',
    "q=1;q=1",
    "q=0.5;Q=0.4",
    "q=\u0661",
  ])("%s is none, and its range is passed over", (weight) => {
    expect(shown(`a/b;v=1;${weight}`)).toEqual([]);
    expect(shown(`c/d;v=2, a/b;v=1;${weight}`)).toContain("v=2;q=1000");
  });
});

describe("what RFC 9110 does not allow is passed over, and the others stand", () => {
  it.each([
    "",
    " ",
    "json",
    "/",
    "a/",
    "/b",
    "a /b",
    "a/ b",
    "a/b/c",
    "a/b c",
    "a/b v=1",
    "a/b;v",
    "a/b;=1",
    "a/b;v=",
    "a/b;v =1",
    "a/b;v= 1",
    "a/b;v=1 2",
    "a/b;v=a/b",
    "a/b;v=é",
    'a/b;v="1',
    'a/b;v="1\\',
    'a/b;v="1"2',
    'a/b;v=1"2"',
    'a/b;v="a\u0000b"',
    'a/b;v="a\u007fb"',
    'a/b;v="\\\u007f"',
    'a/b;v="\u0100"',
    "a/b;(comment)",
    "é/b",
    "a/b;v=1\u00a0",
  ])("%j", (range) => {
    expect(shown(range)).toEqual([]);
    expect(shown(`x/y;v=8, ${range}`)[0]).toBe("v=8;q=1000");
  });

  it("beside a range before and after", () => {
    expect(shown("a/b;v=1, a b;v=2, c/d;v=3")).toEqual(["v=1;q=1000", "v=3;q=1000"]);
  });

  it("a quote that does not end takes the rest of its line with it", () => {
    expect(shown('a/b;v=1, a/b;v="2, c/d;v=3')).toEqual(["v=1;q=1000"]);
  });
});

describe("the cost is linear in the line's length", () => {
  // In a worker, so that a hanging parser fails the test rather than the run.
  const parseInWorker = (line: string) =>
    new Promise<number>((resolve, reject) => {
      const source = `
        const { parentPort, workerData } = require("node:worker_threads");
        const ts = require("typescript");
        const { readFileSync } = require("node:fs");
        const { outputText } = ts.transpileModule(readFileSync(workerData.file, "utf8"), {
          compilerOptions: { target: "es2022", module: "commonjs" },
        });
        const exports = {};
        new Function("exports", outputText)(exports);
        parentPort.postMessage(exports.mediaRanges(workerData.line).length);
      `;
      const file = require.resolve("../../../src/http/accept");
      const worker = new Worker(source, { eval: true, workerData: { file, line } });
      const timer = setTimeout(() => {
        void worker.terminate();
        reject(new Error("still parsing after 5 s"));
      }, 5000);
      worker.once("message", (count: number) => {
        clearTimeout(timer);
        resolve(count);
        void worker.terminate();
      });
      worker.once("error", reject);
    });

  it.each<[what: string, line: string, ranges: number]>([
    ["empty parameters", `a/b${" ;".repeat(500_000)}`, 1],
    ["spaces", `a/b${" ".repeat(1_000_000)}x`, 0],
    ["semicolons and tabs, then an error", `a/b${";\t".repeat(500_000)}=`, 0],
    ["quotes", `a/b;v=${'"'.repeat(1_000_000)}`, 0],
    ["open quotes with escapes", `a/b;v="${"\\".repeat(1_000_000)}`, 0],
    ["commas", ",".repeat(1_000_000), 0],
    ["ranges", "a/b;v=1,".repeat(125_000), 125_000],
    ["parameters", `a/b${";v=1".repeat(250_000)}`, 1],
    ["one token", "a".repeat(1_000_000), 0],
    ["open quotes in many ranges", 'a/b;v="1,'.repeat(110_000), 0],
  ])("%s", async (_what, line, ranges) => {
    await expect(parseInWorker(line)).resolves.toBe(ranges);
  });
});
