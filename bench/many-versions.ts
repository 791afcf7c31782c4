// A process that builds one App of 1000 routes in so many versions, and tells what that cost:
// `node --expose-gc many-versions.js <folder of the compiled package> <versions> <schemas>`, with no schemas, or `zod`.
import { createRequire } from "node:module";
import { join } from "node:path";
import * as z from "zod";
import type * as Package from "../src/index";

/** CPU time in milliseconds, of all threads; memory in bytes, once what is no longer used is gone. */
export interface VersionCosts {
  readonly build: number;
  readonly rss: number;
  /** The documents of all versions. */
  readonly documents: number;
  /** zod's own conversion of as many schemas. */
  readonly conversion: number;
}

const [built = "", count = "2", schemas = "none"] = process.argv.slice(2);
const { App, Since, VersioningHeader, WithResponse } = createRequire(__filename)(
  join(built, "index.js"),
) as typeof Package;
const versions = Array.from({ length: Number(count) }, (_, i) => String(i + 1));
const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: versions } });
const routes = Array.from({ length: 1000 }, (_, i) => i);
for (const i of routes) {
  const response = schemas === "zod" ? [WithResponse(200, thing())] : [];
  app.Get(`/things-${i}/{id}`, () => undefined, Since("1"), ...response);
}
const before = resident();
const build = cpuOf(() => app.Build());
const rss = resident() - before;
const documents = cpuOf(() => versions.map((version) => app.Document(version).openapi));
const others = routes.map(thing);
const conversion = cpuOf(() => others.map((schema) => z.toJSONSchema(schema)));
const costs: VersionCosts = { build, rss, documents, conversion };
process.send?.(costs);

function thing(): z.ZodType {
  return z.object({ id: z.string(), name: z.string().optional(), size: z.int(), tags: z.array(z.string()) });
}

function cpuOf(operation: () => unknown): number {
  const start = process.cpuUsage();
  operation();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function resident(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}
