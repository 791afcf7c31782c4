import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf } from "./markdown";

/*
 * The recipes that count calls are executed: each in a process of its own, with an App that has one change, and two calls of version 1 of
 * which the change touches one.
 */

const pages = ["docs/guides/versions/usage.md", "docs/guides/running/observability.md"];
const folder = join(__dirname, ".blocks-of-usage");
const PATIENCE = 60_000; // ms: these start processes, on a machine that may be busy

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it(
  "prom-client's counters have the calls and what the change touched",
  () => {
    const metrics = run("prom-client", {
      imports: `import { register } from "prom-client";`,
      after: `console.log(await register.metrics());`,
    });
    expect(metrics).toContain(
      `api_calls_total{method="GET",route="/cats/{name}",version="1",status="200"} 2\n`,
    );
    expect(metrics).toContain(`api_touched_total{change="2: A cat's \`born\` is \`birthday\`."} 1\n`);
  },
  PATIENCE,
);

it(
  "OpenTelemetry's counters have the same",
  () => {
    const added = run("@opentelemetry/api", {
      before: `
        const told: unknown[] = [];
        const createCounter = (name: string) => ({ add: (calls: number, by: object) => told.push([name, calls, by]) });
        metrics.setGlobalMeterProvider({ getMeter: () => ({ createCounter }) } as never);`,
      after: `console.log(JSON.stringify(told));`,
    });
    const route = { "http.route": "/api/cats/{name}", "http.request.method": "GET", "api.version": "1" };
    const call = ["api.calls", 1, { ...route, "http.response.status_code": 200 }];
    const change = "A cat's `born` is `birthday`.";
    expect(JSON.parse(added)).toEqual([
      call,
      ["api.calls.touched", 1, { ...route, "api.change": change }],
      call,
    ]);
  },
  PATIENCE,
);

it(
  "what the table would not take is added the next time, and nothing twice",
  () => {
    const added = run("addToTable(counted)", {
      replaced: [
        ["declare function addToTable(usage: Usage): Promise<void>;", ""],
        ["10_000", "25"],
      ],
      before: `
        const taken: Usage[] = [];
        let isDown = true;
        async function addToTable(usage: Usage): Promise<void> {
          if (isDown) throw new Error("the database is down");
          taken.push(usage);
        }`,
      after: `
        await wait(100);
        isDown = false;
        await wait(100);
        console.log(JSON.stringify(taken.map((usage) => usage["1 GET /cats/{name}"]).filter(Boolean)));`,
    });
    expect(JSON.parse(added)).toMatchObject([{ calls: 2, changes: { "A cat's `born` is `birthday`.": 1 } }]);
  },
  PATIENCE,
);

interface Surroundings {
  readonly imports?: string;
  readonly replaced?: readonly (readonly [text: string, by: string])[];
  /** The code between the recipe's imports and the rest of it. */
  readonly before?: string;
  /** The code that runs once the calls are answered. */
  readonly after: string;
}

/** Runs the block of the pages that has some words, and gives what it printed. */
function run(words: string, { imports = "", replaced = [], before = "", after }: Surroundings): string {
  const block = pages
    .flatMap((page) => blocksOf(page))
    .find(({ info, text }) => info === "ts fragment" && text.includes(words));
  if (!block) throw new Error(`${pages.join()} have no recipe with ${words}`);
  const recipe = replaced.reduce((text, [from, to]) => text.replace(from, to), block.text);
  const parts = /^((?:import .*\n)+)([^]*)$/.exec(recipe);
  const [, own = "", rest = ""] = parts ?? [];
  const served = rest.replace("new App({", "const app = new App({ Versioning,");
  const file = join(folder, `${words.replaceAll(/\W/g, "")}.mts`);
  writeFileSync(
    file,
    `${own}${imports}${declarations}${before}\n${served}\n${calls}${after}\nprocess.exit();\n`,
  );
  return execFileSync(process.execPath, ["--import", "tsx", file], { encoding: "utf8" });
}

const declarations = `
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import express from "express";
import { DefineVersions, Rename, Versioned, VersioningHeader, WithResponse } from "versioned-controllers";
const V = DefineVersions("1", "2");
const Versioning = { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List };
const catWith = (name: string) => ({ type: "object", properties: { name: { type: "string" }, [name]: { type: "string" } } });
const Cat = Versioned(catWith("birthday")).Before(
  V.Change("2", "A cat's \`born\` is \`birthday\`."),
  catWith("born"),
  Rename("born", "birthday"),
);
`;

const calls = `
const cats: Record<string, object> = { Tom: { name: "Tom", birthday: "2020-05-01" }, Felix: { name: "Felix" } };
app.Get("/cats/{name}", (req) => cats[req.params.name], V.Since("1"), WithResponse(200, Cat));
const server = express().use("/api", app.Build()).listen(0);
for (const name of ["Tom", "Felix"]) {
  const { port } = server.address() as AddressInfo;
  await (await fetch(\`http://localhost:\${port}/api/cats/\${name}\`, { headers: { "X-API-Version": "1" } })).text();
}
await wait(20);
`;
