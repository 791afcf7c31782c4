// A process that makes and builds one App, and tells how long that took.
import { answers } from "./peer";
import { appOf, packageOf } from "./peers/ours";

/** Milliseconds that pass: what V8 compiles and collects beside it on another core is not waited for. */
export interface BuildTimes {
  readonly registration: number;
  readonly build: number;
}

const [built = ""] = process.argv.slice(2);
packageOf(built);
const start = performance.now();
const app = appOf({ built, scheme: "uri", paths: 1000 }, answers);
const registered = performance.now();
app.Build();
const times: BuildTimes = { registration: registered - start, build: performance.now() - registered };
process.send?.(times);
