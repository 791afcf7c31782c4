import type { Carrier } from "../../schema/interface/carried";
import type { AnyContext } from "../../schema/interface/context";
import { Nothing, withParts, writtenLossOf } from "../../schema/interface/histories";
import type {
  ConversionStep,
  Convert,
  History,
  HistoryUse,
  Link,
  LinkSchema,
} from "../../schema/interface/histories";
import type { OutputReader } from "../../schema/interface/schema";
import type { Version } from "../../core/model/version";
import { nameOfStep } from "../../changes/history/list-changes";
import { placeFrom, type Place } from "../../schema/json-schema/places";
import { olderPlaces } from "./lost-places";

/** An `Up` and `Down` to test, which convert between an older and a newer schema. */
export interface LawStep {
  readonly name: string;
  /** The name of a route that uses the history: `GET /cats`. */
  readonly where: string;
  readonly older: LinkSchema;
  readonly newer: LinkSchema;
  /** Converts a request's value; undefined if no request uses this step. */
  readonly up: Convert | undefined;
  /** True if all values arrive as text, as in a query. `Up` may then return `5` if the newer schema expects `"5"`. */
  readonly isText: boolean;
  /** Converts a response's value; undefined if no response uses this step. */
  readonly down: Convert | undefined;
  /** The places that the laws of losses ignore; `"all"` if the step is exempt from these laws. */
  readonly spared: readonly Place[] | "all";
  /** The reason that the author wrote in `Lossy` for the whole step. A step may be exempt without it, as by `Added`. */
  readonly reason: string | undefined;
  readonly stricter: Link["stricter"];
  readonly needs: readonly AnyContext[];
  /** Describes the value of `Carrying`, which `Down` needs besides the response; undefined if there is none. */
  readonly carrier: Carrier | undefined;
  readonly isAnswer: boolean;
  /** True if the step converts a part of a larger value. Such a part may be absent. */
  readonly isPart: boolean;
}

/** Lists each conversion once, newest first, even if several histories contain it. `reader` reads their schemas. */
export function stepsOf(
  uses: readonly HistoryUse[],
  newest: Version,
  reader: OutputReader,
): readonly LawStep[] {
  const histories = new Map<History, StepUse>();
  for (const { history: whole, ...use } of uses) {
    for (const history of withParts(whole)) {
      const own = { ...use, isAnswer: use.gives && history === whole, isPart: history !== whole };
      const known = histories.get(history);
      histories.set(history, known ? joinedUse(known, own) : own);
    }
  }
  const steps: OriginalStep[] = [];
  for (const step of [...histories].flatMap(([history, use]) => stepsOfHistory(history, use, newest))) {
    const known = steps.findIndex((other) => isSameStep(other, step));
    const same = steps[known];
    if (same) steps[known] = { ...same, use: joinedUse(same.use, step.use) };
    else steps.push(step);
  }
  return steps.map((step) => lawStepOf(step, reader));
}

interface StepUse extends Omit<HistoryUse, "history">, Pick<LawStep, "isAnswer" | "isPart"> {}

/** A step of one history. Equal steps of several histories become one `LawStep`. */
interface OriginalStep extends Omit<LawStep, "where" | "up" | "isText" | "down" | "isAnswer" | "isPart"> {
  readonly way: ConversionStep;
  readonly use: StepUse;
}

function isSameStep(one: OriginalStep, other: OriginalStep): boolean {
  const [{ up, down }, way] = [one.way, other.way];
  const isOfOneKind = one.older === other.older && one.newer === other.newer && one.name === other.name;
  return isOfOneKind && up === way.up && down === way.down;
}

function joinedUse(one: StepUse, other: StepUse): StepUse {
  return {
    where: one.where,
    takes: one.takes || other.takes,
    isText: one.takes && other.takes ? one.isText && other.isText : one.isText || other.isText,
    gives: one.gives || other.gives,
    isAnswer: one.isAnswer || other.isAnswer,
    isPart: one.isPart || other.isPart,
  };
}

function lawStepOf(
  { way, use: { takes, gives, ...use }, ...step }: OriginalStep,
  reader: OutputReader,
): LawStep {
  const readBy = (convert: Convert | undefined): Convert | undefined =>
    convert && ((value, contexts, carried) => convert(value, contexts, carried, reader));
  return {
    ...step,
    ...use,
    up: takes ? readBy(way.up) : undefined,
    down: gives && step.older !== Nothing ? readBy(way.down) : undefined,
  };
}

function stepsOfHistory({ links }: History, use: StepUse, newest: Version): readonly OriginalStep[] {
  return links.flatMap((link, i) => {
    const newer = links[i - 1];
    return [
      ...(newer && !link.isLifted ? [changeStep(link, newer, use)] : []),
      ...(link.face && !link.face.isLifted ? [faceStep(link.face, link, { use, newest })] : []),
    ];
  });
}

function changeStep(link: Link, newer: Link, use: StepUse): OriginalStep {
  return {
    name: link.name,
    older: link.schema,
    newer: newer.schema,
    spared: sparedPlaces(link),
    reason: link.loss?.places ? undefined : writtenLossOf(link),
    stricter: link.stricter,
    needs: link.needs,
    carrier: link.carriers[0],
    way: link,
    use,
  };
}

function sparedPlaces({ loss, places }: Link): LawStep["spared"] {
  if (!loss) return [];
  return loss.places ? olderPlaces(loss.places.map(placeFrom), places) : "all";
}

function faceStep(
  face: NonNullable<Link["face"]>,
  { schema, change }: Link,
  { use, newest }: { readonly use: StepUse; readonly newest: Version },
): OriginalStep {
  return {
    name: `the face of ${change ? nameOfStep(change) : `version ${newest}`}`,
    older: face.schema,
    newer: schema,
    spared: [],
    reason: undefined,
    stricter: undefined,
    needs: [],
    carrier: face.carriers[0],
    way: face,
    use,
  };
}
