import type { App } from "../../../core/app/app";
import { internals } from "../../../core/model/app-internals";
import { fleetOf, fleetPage, type FleetRow, type Service } from "../../report/fleet";
import { reportOf } from "../../report/report";
import { buildFault, exitCodes, Unusable, type Command, type CommandCall } from "../command";
import { jsonOutput, linesInText, tableLines } from "../output-formats";
import { unreachedLines, usageIn } from "../usage-file";

export const fleetCommand: Command = {
  name: "fleet",
  arguments: [],
  rest: { name: "module" },
  summary: "print the versions of several services, the next end first",
  details: `Prints one table of the versions of all modules' Apps: their states and dates, the version with the next
sunset first, and the versions that are gone last. With --usage once for each module, in the same order, it
also prints the number of calls of each version, and the date of the last call.`,
  exits: `0 fine, 2 wrong usage, an unreadable file, or a module does not load, has no App or does not
build.`,
  options: {
    usage: {
      takes: "file",
      isRepeated: true,
      summary: "the counted calls of one module, as JSON; once for each module",
    },
    json: { summary: "print the rows as JSON" },
    html: { summary: "print an HTML page" },
  },
  run: async (call) => {
    const { flags, rest: modules } = call;
    if (flags.has("json") && flags.has("html")) {
      throw new Unusable("--json and --html cannot be combined: choose one output");
    }
    const files = call.lists.get("usage") ?? [];
    if (files.length > 0 && files.length !== modules.length) {
      throw new Unusable(
        `--usage must be given once for each module, got ${files.length} for ${modules.length}`,
      );
    }
    const services: Service[] = [];
    const warnings: string[] = [];
    for (const [i, module] of modules.entries()) {
      const { service, errors } = await serviceOf(module, files[i], call);
      services.push(service);
      warnings.push(errors);
    }
    return { output: fleetOutput(services, flags), errors: warnings.join(""), code: exitCodes.fine };
  },
};

async function serviceOf(
  module: string,
  file: string | undefined,
  { load, folder }: CommandCall,
): Promise<{ readonly service: Service; readonly errors: string }> {
  const app = await builtApp(module, () => load(module, folder));
  const usage = file === undefined ? undefined : usageIn(file, folder);
  const { title } = app.Document().info;
  const report = reportOf(app[internals], { usage, title, changelog: [], isWithHidden: true });
  return { service: { module, report }, errors: usage ? unreachedLines(app, usage) : "" };
}

async function builtApp(module: string, load: () => Promise<App>): Promise<App> {
  try {
    const app = await load();
    app.Build();
    return app;
  } catch (error) {
    const fault = buildFault(`the App of ${module}`, error);
    throw fault === undefined ? error : new Unusable(fault);
  }
}

function fleetOutput(services: readonly Service[], flags: ReadonlySet<string>): string {
  const rows = fleetOf(services);
  if (flags.has("json")) return jsonOutput(rows.map(rowRecord));
  const latest = Math.max(...services.map(({ report }) => report.at.getTime()));
  return flags.has("html") ? fleetPage(rows, new Date(latest)) : fleetTable(rows);
}

function fleetTable(rows: readonly FleetRow[]): string {
  const isCounted = rows.some(({ report }) => report.isCounted);
  const head = [
    "service",
    "version",
    "state",
    "deprecated",
    "sunset",
    ...(isCounted ? ["calls", "last call"] : []),
  ];
  const body = rows.map(({ name, version }) => {
    if (!version) return [name, "none", ...head.slice(2).map(() => "")];
    const { standing, life, usage, isRetired } = version;
    return [
      ...[name, version.version, standing, dayOf(life?.deprecated), dayOf(life?.sunset)],
      ...(isCounted ? [isRetired ? "" : String(usage.calls), usage.last?.slice(0, 10) ?? ""] : []),
    ];
  });
  return linesInText(tableLines([head, ...body]));
}

function dayOf(date: Date | undefined): string {
  return date?.toISOString().slice(0, 10) ?? "";
}

function rowRecord({ report, module, version }: FleetRow): object {
  const service = { service: report.title, module };
  if (!version) return { ...service, version: null };
  const { standing, released, life, usage, isRetired } = version;
  const isCounted = report.isCounted && !isRetired;
  return {
    ...service,
    version: version.version,
    state: standing,
    released: released?.toISOString(),
    deprecated: life?.deprecated?.toISOString(),
    sunset: life?.sunset?.toISOString(),
    successor: life?.successor,
    link: life?.link,
    calls: isCounted ? usage.calls : undefined,
    last: isCounted ? usage.last : undefined,
  };
}
