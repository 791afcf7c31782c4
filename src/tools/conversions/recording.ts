import type { App } from "../../core/app/app";
import { internals, type LinkSchemas } from "../../core/model/app-internals";
import type { CarriedNode } from "../../schema/interface/carried";
import type { Convert, WatchHistory } from "../../schema/interface/histories";
import { isSameJSON } from "../../schema/interface/json-value";
import type { RecordedLine } from "../../records/recorded-line";
import { withConverts } from "../../changes/history/whole-history";
import { jsonCopy } from "../../schema/interface/plain-copy";
import { exchangeDifferences } from "../replay/exchange-replay";
import { recordIn } from "../replay/records";
import { conversionFinder, type RecordedLines } from "../replay/replay";
import { sampleSides, type FrozenBeside, type SampleSide } from "./entries";
import type { ConversionLink } from "./links";
import { readSample } from "./outcome";
import { RecordedSamples } from "./recorded-samples";

/** The values of a recording, for each function of a link. */
export interface Recording {
  readonly samples: (link: ConversionLink, side: SampleSide) => RecordedSamples | undefined;
  /** The numbers of the records whose values are left out, by the reason in words. */
  readonly skipped: ReadonlyMap<string, number>;
}

interface RecordingTerms {
  readonly app: App;
  readonly links: readonly ConversionLink[];
  /** True if values count that are converted in another way now than when they were recorded. */
  readonly force: boolean;
}

/** One call of a function that an author wrote. */
interface Call {
  readonly convert: Convert;
  readonly value: unknown;
  readonly carried: CarriedNode | undefined;
  /** The JSON of the result; undefined if the function threw. */
  result: unknown;
}

interface LinkFunction {
  readonly link: ConversionLink;
  readonly side: SampleSide;
  readonly samples: RecordedSamples;
}

/** Converts the values of a recording again, and collects what each function of a link was given. */
export async function recordingOf(
  lines: RecordedLines,
  { app, links, force }: RecordingTerms,
): Promise<Recording> {
  const { linkSchemas: schemas } = app[internals];
  const functions = functionsOf(links, schemas);
  const skipped = new Map<string, number>();
  let calls: Call[] = [];
  const conversionsFor = conversionFinder(
    app,
    watching((call) => void calls.push(call)),
  );
  let number = 0;
  for await (const line of lines) {
    const record = recordIn(line, ++number);
    if (!record) continue;
    calls = [];
    const conversions = conversionsFor(record);
    const found =
      typeof conversions === "string" ? conversions : await exchangeDifferences(record, conversions);
    const reason = typeof found === "string" ? found : found.length > 0 && !force ? differing : undefined;
    if (reason === undefined) await addCalls(calls, record, { functions, schemas });
    else skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  }
  const samples: Recording["samples"] = (link, side) =>
    [...functions.values()].find((one) => one.link === link && one.side === side)?.samples;
  return { samples, skipped };
}

const differing = "today's conversions give other results: run replay";

type Functions = ReadonlyMap<Convert, LinkFunction>;

function functionsOf(links: readonly ConversionLink[], schemas: LinkSchemas): Functions {
  return new Map(
    links.flatMap((link) =>
      sampleSides.flatMap((side) => {
        const convert = link[side];
        if (!convert) return [];
        return [[convert, { link, side, samples: new RecordedSamples(link, side, schemas) }] as const];
      }),
    ),
  );
}

function watching(note: (call: Call) => void): WatchHistory {
  return (history) =>
    withConverts(history, (convert) => (value, contexts, carried, reader) => {
      // A function may change its argument.
      const call: Call = { convert, value: jsonCopy(value), carried, result: undefined };
      note(call);
      const result = convert(value, contexts, carried, reader);
      call.result = jsonCopy(result);
      return result;
    });
}

async function addCalls(
  calls: readonly Call[],
  record: RecordedLine,
  { functions, schemas }: { readonly functions: Functions; readonly schemas: LinkSchemas },
): Promise<void> {
  // An `Up` gets the output of a schema, such as a Date. The file has the input that the schema reads to this output.
  const forms: unknown[] = Object.values(record.request ?? {}).map(({ sent }) => sent);
  for (const call of calls) {
    const known = functions.get(call.convert);
    if (!known || call.value === undefined) continue;
    const beside = besideIn(record, call, known);
    const given =
      known.side === "down" ? call.value : await inputFor(call.value, known.link, { forms, schemas });
    if (beside && given !== undefined) await known.samples.add({ given, beside: beside.beside });
    if (known.side === "up" && call.result !== undefined) forms.push(call.result);
  }
}

/** Finds the other arguments of a call. Undefined if the record lacks one of them. */
function besideIn(
  { contexts = {} }: RecordedLine,
  { carried }: Call,
  { link, side }: LinkFunction,
): { readonly beside: FrozenBeside | undefined } | undefined {
  const carries = side === "down" && link.carrier !== undefined;
  const isThere = link.needs.every(({ Name }) => Object.hasOwn(contexts, Name));
  if (!isThere || (carries && carried?.isSet !== true)) return undefined;
  if (link.needs.length === 0 && !carries) return { beside: undefined };
  const needed = link.needs.map(({ Name }) => [Name, contexts[Name]] as const);
  return {
    beside: {
      ...(needed.length > 0 && { contexts: Object.fromEntries(needed) }),
      ...(carries && { carried: jsonCopy(carried?.carried) }),
    },
  };
}

/** Finds a value that the older schema reads to the one that an `Up` was given. */
async function inputFor(
  value: unknown,
  link: ConversionLink,
  { forms, schemas }: { readonly forms: readonly unknown[]; readonly schemas: LinkSchemas },
): Promise<unknown> {
  for (const given of [...forms, value]) {
    const read = await readSample(link, "up", { given, schemas });
    if (read.isAccepted && isSameJSON(jsonCopy(read.value), value)) return given;
  }
  return undefined;
}
