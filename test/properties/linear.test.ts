import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { buildSync } from "esbuild";

// The inner modules of src, since only these take inputs longer than Node's parser does; all of it runs in a worker, so
// that what takes too long is ended, not waited for.
const { outputFiles } = buildSync({
  stdin: {
    contents: `
      export { noticeTeller } from "./client/notices";
      export { FromHeader } from "./core/sources/header";
      export { FromMediaType } from "./core/sources/media-type";
      export { compileRoutes } from "./core/compile/matcher";
      export { cookiesIn, cookieValues } from "./http/cookies";
      export { fieldsOfForm } from "./http/form";
      export { parseTemplate } from "./http/path-template";
      export { matchedPath } from "./http/request-path";
      export { findHostile } from "./schema/hostile";
      export { unionReader } from "./schema/ajv/ajv-unions";
    `,
    resolveDir: join(__dirname, "../../src"),
    loader: "ts",
  },
  bundle: true,
  write: false,
  format: "cjs",
  platform: "node",
  target: "node20",
});

const source = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { FromHeader, FromMediaType, compileRoutes, cookiesIn, cookieValues, fieldsOfForm, findHostile, noticeTeller, parseTemplate, matchedPath, unionReader } =
    (function (module) { ${outputFiles[0]?.text ?? ""}; return module.exports; })({ exports: {} });

  const routesOf = (paths) =>
    compileRoutes(
      paths.map((path) => ({
        form: { method: "GET", path, segments: parseTemplate(path) },
        reach: { by: "versions", versions: new Set(["1"]) },
      })),
      ({ form }) => form.path,
    );
  const accept = FromMediaType("v");
  const header = FromHeader("X-API-Version");
  const { match } = routesOf(workerData.paths);
  const [first, second] = [{ type: "string" }, { type: "number" }];
  const union = { anyOf: [first, second] };
  const readUnions = unionReader({ schema: union, components: new Map() });
  const misfits = (instancePath) => [
    { keyword: "type", params: {}, parentSchema: first, instancePath },
    { keyword: "type", params: {}, parentSchema: second, instancePath },
    { keyword: "anyOf", params: {}, parentSchema: union, instancePath },
  ];
  const operations = {
    unions: (paths) => [...readUnions(paths.flatMap(misfits))].length,
    accept: (lines) => accept({ rawHeaders: lines.flatMap((line) => ["Accept", line]), headers: {} }),
    header: (names) => header({ rawHeaders: names.flatMap((name) => [name, "1"]), headers: {} }),
    body: ([text]) => findHostile(JSON.parse(text)),
    cookie: ([line]) => cookieValues([line], "v"),
    cookies: ([line]) => cookiesIn([line]),
    form: ([text]) => fieldsOfForm(text, false),
    links: ([Link]) => {
      const headers = new Headers({ Sunset: "soon", Link });
      noticeTeller(() => {})({ method: "GET", url: "http://localhost/" }, { headers, status: 200, url: "" }, "1");
    },
    target: ([target]) => matchedPath(target),
    path: ([path]) => match("GET", path, ["1"])?.value,
    versions: (versions) => match("GET", "/nowhere", versions)?.value,
  };

  const once = (operation, input, times) => {
    // The time of the processor, which other processes do not lengthen.
    const start = process.cpuUsage();
    for (let i = 0; i < times; i++) operation(input);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  const bestOfNine = (operation, input, times) => {
    for (let i = 0; i < 3; i++) once(operation, input, times);
    return Math.min(...Array.from({ length: 9 }, () => once(operation, input, times)));
  };

  const tasks = {
    /** The time of 64 short inputs, and of one that is 64 times as long. */
    ratio: ({ what, short, long }) => [bestOfNine(operations[what], short, 64), bestOfNine(operations[what], long, 1)],
    /** The longest time of one input that has not been seen before, in its worst case. */
    hold: ({ what, input }) => {
      const found = operations[what](input);
      return [bestOfNine(operations[what], input, 1), found];
    },
    /** The time of a thousand matches, spread evenly over the table. */
    table: ({ paths, requests }) => {
      const { match } = routesOf(paths);
      return [bestOfNine((list) => list.filter((path) => match("GET", path, ["1"])).length, requests, 1)];
    },
  };
  parentPort.postMessage(workerData.tasks.map((task) => tasks[task.task](task)));
`;

type Task =
  | {
      readonly task: "ratio";
      readonly what: What;
      readonly short: readonly string[];
      readonly long: readonly string[];
    }
  | { readonly task: "hold"; readonly what: What; readonly input: readonly string[] }
  | { readonly task: "table"; readonly paths: readonly string[]; readonly requests: readonly string[] };

type What =
  | "accept"
  | "header"
  | "body"
  | "cookie"
  | "cookies"
  | "form"
  | "links"
  | "target"
  | "path"
  | "unions"
  | "versions";

/** In milliseconds: of a worker, however busy the machine is. */
const patience = 300_000;
jest.setTimeout(patience + 10_000);

/** The measurements of each task, in milliseconds. */
async function measured(
  tasks: readonly Task[],
  paths = backtracking(6),
): Promise<readonly (readonly number[])[]> {
  const worker = new Worker(source, {
    eval: true,
    workerData: { tasks, paths },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`it takes more than ${patience} ms`));
      }, patience);
      worker.once("message", resolve).once("error", reject);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Every path of so many segments `a` or `{p}`, and none that ends in `/end` but by a rest: the most to go back on. */
function backtracking(depth: number): readonly string[] {
  const all = (left: number): readonly string[] =>
    left === 0 ? [""] : all(left - 1).flatMap((end) => [`/a${end}`, `/{p${left}}${end}`]);
  return [...all(depth).map((path) => `${path}/b`), "/{rest...}"];
}

/** The inputs of each kind, by their length. */
const inputs: Readonly<Record<What, Readonly<Record<string, (n: number) => readonly string[]>>>> = {
  accept: {
    "a/b and ` ;`": (n) => [`a/b${" ;".repeat(n)}`],
    "a/b and ` ;` and what is none": (n) => [`a/b${" ;".repeat(n)}"`],
    blanks: (n) => [" ".repeat(n)],
    "blanks in a range": (n) => [`a/b${" \t".repeat(n)}x`],
    commas: (n) => [",".repeat(n)],
    "commas with blanks": (n) => [" ,\t".repeat(n)],
    "equals signs": (n) => [`a/b;${"=".repeat(n)}`],
    ranges: (n) => ["a/b;v=1,".repeat(n)],
    "malformed ranges": (n) => ["a/b;v=1;v=,".repeat(n)],
    "ranges without an end": (n) => ["a/b;v=".repeat(n)],
    parameters: (n) => [`a/b${";v=1".repeat(n)}`],
    weights: (n) => [`a/b${";q=1".repeat(n)}`],
    "digits of a weight": (n) => [`a/b;q=0.${"0".repeat(n)}`],
    quotes: (n) => ['"'.repeat(n)],
    "an unterminated quote": (n) => [`a/b;v="${"a".repeat(n)}`],
    "unterminated quotes with commas": (n) => ['a/b;v=",'.repeat(n)],
    "an unterminated quote of backslashes": (n) => [`a/b;v="${"\\".repeat(n)}`],
    "a quote of quoted pairs": (n) => [`a/b;v="${"\\a".repeat(n)}"`],
    "quoted strings": (n) => ['a/b;v="a,b",'.repeat(n)],
    "one token": (n) => ["a".repeat(n)],
    slashes: (n) => ["/".repeat(n)],
    lines: (n) => Array<string>(n).fill("a/b;v=1;q=0.5"),
    "lines with an open quote": (n) => Array<string>(n).fill('a/b;v="1'),
  },
  header: {
    "lines of it": (n) => Array<string>(n).fill("X-API-Version"),
    "lines of others": (n) => Array<string>(n).fill("X-Another"),
    "lines of the same length": (n) => Array<string>(n).fill("X-API-Versiom"),
    "a long name": (n) => ["a".repeat(n)],
  },
  body: {
    "a flat list": (n) => [`[${"1,".repeat(n)}1]`],
    "a list in 60 lists": (n) => ["[".repeat(60) + `${"1,".repeat(n)}1` + "]".repeat(60)],
    keys: (n) => [`{${Array.from({ length: n }, (_, i) => `"k${i}":1`).join()}}`],
    "lists in lists": (n) => [`[${"[[[[]]]],".repeat(n)}1]`],
  },
  cookies: {
    pairs: (n) => [Array.from({ length: n }, (_, i) => `a${i}=1`).join(";")],
    "pairs of one name": (n) => ["a=1;".repeat(n)],
    "malformed escapes": (n) => [Array.from({ length: n }, (_, i) => `a${i}=%`).join(";")],
    "escapes that end too early": (n) => [Array.from({ length: n }, (_, i) => `a${i}=%E2%82`).join(";")],
    "one value of escapes, the last malformed": (n) => [`a=${"%E2%82%AC".repeat(n)}%`],
  },
  form: {
    fields: (n) => [Array.from({ length: n }, (_, i) => `a${i}=1`).join("&")],
    "fields of one name": (n) => ["a=1&".repeat(n)],
    "malformed escapes": (n) => ["%=%&".repeat(n)],
    "one value of escapes, the last malformed": (n) => [`a=${"%E2%82%AC".repeat(n)}%`],
    "plus signs": (n) => [`a=${"+".repeat(n)}`],
  },
  cookie: {
    pairs: (n) => ["v=1;".repeat(n)],
    semicolons: (n) => [";".repeat(n)],
    blanks: (n) => [`v=${" ".repeat(n)}1`],
    escapes: (n) => [`v=${"%20".repeat(n)}`],
    "equals signs": (n) => ["=".repeat(n)],
  },
  links: {
    links: (n) => ["</a>;rel=sunset,".repeat(n)],
    relations: (n) => [`</a>;rel="${"sunset ".repeat(n)}"`],
    "relations of a long target": (n) => [`</${"a".repeat(n)}>;rel="${"sunset ".repeat(n)}"`],
    "relations of a long target that is no URL": (n) => [
      `<http://[${"a".repeat(n)}>;rel="${"sunset ".repeat(n)}"`,
    ],
    "targets without an end": (n) => ["<".repeat(n)],
    "targets without an end, and commas": (n) => ["<a,".repeat(n)],
    "quotes within an open quote": (n) => [`</a>;rel="${'\\"'.repeat(n)}`],
    "quoted strings": (n) => ['"a,b",'.repeat(n)],
    "backslashes in an open quote": (n) => [`"${"\\".repeat(n)}`],
    parameters: (n) => [`</a>${" ; a".repeat(n)}`],
    blanks: (n) => [`</a>${" ".repeat(n)};${" ".repeat(n)}x`],
  },
  target: {
    "a scheme without an end": (n) => ["a".repeat(n)],
    colons: (n) => [":".repeat(n)],
    "an authority without an end": (n) => [`http://${"a".repeat(n)}`],
    "question marks": (n) => ["?".repeat(n)],
    "user names": (n) => [`http://${"a@".repeat(n)}`],
    "a fragment at the end": (n) => [`/${"a".repeat(n)}#`],
  },
  unions: {
    "that nothing fits": (n) => Array.from({ length: n }, (_, i) => `/${i}`),
    "under one long name": (n) => Array<string>(64).fill(`/${"a".repeat(n)}`),
  },
  path: {
    slashes: (n) => ["/".repeat(n)],
    segments: (n) => ["/a".repeat(n)],
    "a long segment": (n) => [`/${"a".repeat(n)}`],
    escapes: (n) => [`/${"%61".repeat(n)}`],
    "escaped slashes": (n) => [`/${"%2F".repeat(n)}`],
    "escapes in every segment": (n) => ["/%61".repeat(n)],
    "escapes of several bytes": (n) => [`/${"%E2%82%AC".repeat(n)}`],
    "a malformed escape at the end": (n) => [`${"/%61".repeat(n)}/%`],
    "percent signs": (n) => [`/${"%".repeat(n)}`],
    dots: (n) => ["/..".repeat(n)],
  },
  versions: {
    "of one name": (n) => Array<string>(n).fill("9"),
    "of names of their own": (n) => Array.from({ length: n }, (_, i) => `v${i}`),
    "that are served": (n) => Array<string>(n).fill("1"),
  },
};

const times = 64;
const unit = 256;

describe("64 times the input takes about 64 times as long", () => {
  it.each(Object.entries(inputs) as [What, (typeof inputs)[What]][])("%s", async (what, makers) => {
    let slow: readonly (readonly [name: string, ratio: number])[] = [];
    let left = Object.entries(makers);
    // What is quadratic is so each time; what is slow once has met a machine that does other things.
    for (let attempt = 0; attempt < 3 && left.length > 0; attempt++) {
      slow = await slowOf(what, left);
      left = left.filter(([name]) => slow.some(([other]) => other === name));
    }
    expect(slow).toEqual([]);
  });
});

/** The inputs whose time grows faster than their length, by how much. */
async function slowOf(
  what: What,
  makers: readonly (readonly [name: string, make: (n: number) => readonly string[]])[],
): Promise<readonly (readonly [name: string, ratio: number])[]> {
  const tasks = makers.map(([, make]): Task => ({
    task: "ratio",
    what,
    short: make(unit),
    long: make(unit * times),
  }));
  const results = await measured(tasks);
  expect(results).toHaveLength(makers.length);
  return makers.flatMap(([name], i) => {
    const [short = 0, long = 0] = results[i] ?? [];
    // Linear is a ratio of 1, quadratic one of 64; what takes less than half a millisecond is lost in the clock.
    return long / short > times / 4 && long > 0.5 ? [[name, long / short] as const] : [];
  });
}

/** Requests that fit into Node's 16 KB, and are meant to be expensive. */
const hostile: readonly (readonly [What, readonly string[]])[] = [
  ["accept", [`a/b${" ;".repeat(8_000)}`]],
  ["accept", [`a/b${" ;".repeat(8_000)}x`]],
  ["accept", ['a/b;v="'.repeat(2_200)]],
  ["accept", [`a/b;v="${"\\".repeat(16_000)}`]],
  ["accept", [",".repeat(16_000)]],
  ["accept", ["a/b;v=1;q=0.1,".repeat(1_100)]],
  ["accept", Array<string>(1_000).fill('a/b;v="1')],
  ["header", Array<string>(1_000).fill("X-API-Version")],
  ["cookie", ["v=%zz;".repeat(2_600)]],
  ["cookies", [Array.from({ length: 2_000 }, (_, i) => `a${i}=%`).join(";")]],
  ["target", ["a".repeat(16_000)]],
  ["path", ["/".repeat(16_000)]],
  ["path", ["/a".repeat(8_000)]],
  ["path", [`/${"%2F".repeat(5_300)}`]],
  ["path", [`${"/%61".repeat(4_000)}/%zz`]],
  ["path", [`${"/a".repeat(10)}/end`]],
];

it("no hostile input of 16 KB holds the event loop, with 1,024 routes to go back on", async () => {
  const tasks = hostile.map(([what, input]): Task => ({ task: "hold", what, input }));
  const results = await measured(tasks, backtracking(10));
  const held = results.map(([time = Number.NaN], i) => [...(hostile[i] ?? []), time].map(shortened));
  // The benchmark says how long; here a machine that does other things must not fail.
  expect(held.filter((_, i) => !((results[i]?.[0] ?? Number.NaN) < 50))).toEqual([]);
});

function shortened(part: unknown): string {
  return String(part).slice(0, 40);
}

it("going back costs no more than there are routes, whatever the path", async () => {
  const [few = [], many = []] = await Promise.all(
    [5, 11].map(async (depth) => {
      const path = `${"/a".repeat(depth)}/c`;
      const [found] = await measured(
        [{ task: "ratio", what: "path", short: [path], long: [path] }],
        backtracking(depth),
      );
      return found ?? [];
    }),
  );
  // 64 times the routes: as many times the time is linear, 4,096 times is not.
  const [short = 0] = few;
  const [long = 0] = many;
  expect(long).toBeLessThan(64 * 8 * short);
});

it("tables of 10, 100, 1,000 and 10,000 routes cost about the same to match", async () => {
  const tasks = [10, 100, 1_000, 10_000].map((size): Task => {
    const of = (n: number): string => `/things-${n % size}`;
    const paths = Array.from({ length: size }, (_, n) =>
      n % 2 === 0 ? `${of(n)}/{id}` : `${of(n)}/list/{id}/all`,
    );
    const requests = Array.from({ length: 1_000 }, (_, i) => {
      const n = Math.floor(((i + 0.5) * size) / 1_000);
      return i % 10 === 0 ? `/nothing-${n}/7` : n % 2 === 0 ? `${of(n)}/7` : `${of(n)}/list/7/all`;
    });
    return { task: "table", paths, requests };
  });
  const costs = (await measured(tasks)).map(([time = Number.NaN]) => time);
  const [least = Number.NaN] = costs;
  // A thousand times the routes: a search that is linear takes about a thousand times as long. What differs otherwise is how
  // much of the table the processor's caches hold, which was a factor of 10 on a busy machine.
  for (const cost of costs) expect(cost).toBeLessThan(32 * least + 0.2);
});
