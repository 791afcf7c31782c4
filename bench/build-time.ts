// A process that makes and builds one App, and tells how long that took.
import { answers } from "./peer";
import { appOf, packageOf } from "./peers/ours";

/** Milliseconds of CPU time. */
export interface BuildTimes {
  readonly registration: number;
  readonly build: number;
}

const [built = ""] = process.argv.slice(2);
packageOf(built);
const start = process.cpuUsage();
const app = appOf({ built, scheme: "uri", paths: 1000 }, answers);
const registration = milliseconds(process.cpuUsage(start));
const registered = process.cpuUsage();
app.Build();
const times: BuildTimes = { registration, build: milliseconds(process.cpuUsage(registered)) };
process.send?.(times);

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
