import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { buildSync } from "esbuild";

/** A schema of filters, each a list of filters or a leaf, and bodies of 30 of them. */
export interface NestedBodies {
  readonly keyword: "anyOf" | "oneOf";
  /** How many alternatives contain the union again. */
  readonly recursive: number;
  /** Where the constant that names the alternative stands among its properties. */
  readonly tag: "first" | "last" | "optional" | "missing";
  readonly leaves: readonly unknown[];
}

/** What is told of such bodies by each way to have them validated: `accepted`, or the code and the first detail. */
export type Told = Readonly<Record<string, readonly unknown[]>>;

// It runs in a worker, so that a validation that would take hours is ended, not waited for.
const { outputFiles } = buildSync({
  stdin: { contents: contents(), resolveDir: join(__dirname, "../../src"), loader: "ts" },
  bundle: true,
  write: false,
  format: "cjs",
  platform: "node",
  target: "node20",
  packages: "external",
});

/** In milliseconds, of all bodies: for a machine that does other things, some hundred times what they take. */
const patience = 60_000;

export async function toldOf(bodies: readonly NestedBodies[]): Promise<readonly Told[]> {
  const worker = new Worker(outputFiles[0]?.text ?? "", { eval: true, workerData: bodies });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<readonly Told[]>((resolve, reject) => {
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

function contents(): string {
  return `
    import { parentPort, workerData } from "node:worker_threads";
    import { Ajv2020 } from "ajv/dist/2020";
    import { App, DefineVersions, Versioned, VersioningHeader, WithBody, WithResponse } from "./index";
    import { CreateFetch } from "./server";
    import { ToolsOf } from "./tools";

    const names = ["or", "and", "not", "nor", "xor", "all", "any", "some"];

    const schemaOf = ({ keyword, recursive, tag }) => {
      const rule = (op, members) => {
        const constant = tag === "missing" ? {} : { op: { const: op } };
        const properties = tag === "last" ? { ...members, ...constant } : { ...constant, ...members };
        const required = tag === "first" || tag === "last" ? ["op"] : [];
        return { type: "object", required, properties, additionalProperties: tag === "missing" };
      };
      const args = { type: "array", items: { $ref: "#/$defs/Filter" } };
      const all = [...names.slice(0, recursive).map((op) => rule(op, { args })), rule("is", { name: { type: "string" } })];
      return { $ref: "#/$defs/Filter", $defs: { Filter: { [keyword]: all } } };
    };

    const bodiesOf = ({ recursive, tag, leaves }) => {
      const op = tag === "missing" ? {} : { op: names[recursive - 1] };
      return leaves.map((leaf) => Array.from({ length: 30 }).reduce((inner) => ({ ...op, args: [inner] }), leaf));
    };

    const V = DefineVersions("1", "2");
    const change = V.Change("2", "Filters are validated.");
    const silent = { warn() {}, error() {} };
    const Versioning = { Type: VersioningHeader, Header: "V", Versions: V.List };

    const told = async (answer) => (answer.status < 300 ? "accepted" : thrown((await answer.json()).error));
    const firstOf = (details = []) => details.slice(0, 1).map(({ path, message }) => path.length + " steps: " + message.split(" (")[0]);
    const thrown = (error) => [error.status, error.code, ...firstOf(error.details)];

    const posts = (route, options = {}, headers = {}) => {
      const fetch = CreateFetch(new App({ Logger: silent, ...options }).Post("/", () => 1, ...route));
      return async (body) =>
        told(await fetch(new Request("http://x/", {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "Content-Type": "application/json", ...headers },
        })));
    };

    const ways = {
      body: (schema) => posts([WithBody(schema)]),
      "own ajv": (schema) => posts([WithBody(schema)], { Ajv: (defaults) => new Ajv2020(defaults) }),
      "own ajv, compile alone": (schema) =>
        posts([WithBody(schema)], { Ajv: (defaults) => ({ compile: (one) => new Ajv2020(defaults).compile(one) }) }),
      "behind an Up": (schema) => {
        const functions = { Up: (one) => one, Down: (one) => one, Stricter: "must be a filter" };
        const history = Versioned(schema).Before(change, { type: "object" }, functions);
        return posts([WithBody(history), V.Since("1")], { Versioning }, { V: "1" });
      },
      "in an answer": (schema) => {
        let answer;
        const app = new App({ Logger: silent, CheckResponses: true }).Get("/", () => answer, WithResponse(200, schema));
        const fetch = CreateFetch(app);
        return async (body) => {
          answer = body;
          const { status } = await fetch(new Request("http://x/"));
          return status === 200 ? "accepted" : status;
        };
      },
      "V.Read": (schema) => (body) => V.Read(Versioned(schema), "2", body).then(() => "accepted", thrown),
      "V.Stored": (schema) => {
        const stored = V.Stored(Versioned(schema));
        return (data) => stored.Read({ v: "2", data }).then(() => "accepted", () => "rejected");
      },
      ToolsOf: (schema) => {
        const app = new App({ Logger: silent, Versioning }).Post("/", () => 1, WithBody(schema), V.Since("2"));
        const [tool] = ToolsOf(app, { Version: "2", Fetch: CreateFetch(app) });
        return (body) =>
          tool.Call({ body }).then(
            ({ Status }) => (Status < 300 ? "accepted" : Status),
            (error) => (error.cause ? [error.name, ...firstOf(error.cause)] : thrown(error)),
          );
      },
    };

    async function toldOf(nested) {
      const found = {};
      for (const [way, asking] of Object.entries(ways)) {
        // An object with compile alone cannot count how often alternatives are tried.
        if (way === "own ajv, compile alone" && nested.tag === "missing") continue;
        const ask = asking(schemaOf(nested));
        found[way] = [];
        for (const body of bodiesOf(nested)) found[way].push(await ask(body));
      }
      return found;
    }

    const all = [];
    (async () => {
      for (const nested of workerData) all.push(await toldOf(nested));
      parentPort.postMessage(all);
    })().catch((error) => { setTimeout(() => { throw error; }); });
  `;
}
