import { ConversionError, StricterRefusal, type FailedStep } from "./conversion-errors";
import type { CarriedNode } from "../../schema/interface/carried";
import type { Change } from "../../schema/interface/change";
import { noContexts, type AnyContext } from "../../schema/interface/context";
import {
  changesOf,
  Nothing,
  type Convert,
  type History,
  type Link,
  type LinkSchema,
  type MovedPlace,
  type Stricter,
  areTouched,
  noteRun,
  touch,
  type TouchedChanges,
  type ConvertDown,
  type ConvertUp,
} from "../../schema/interface/histories";
import { once } from "../../core/model/collections";
import { isFault, noteFacts } from "../../core/model/fault";
import { isSameJSON } from "../../schema/interface/json-value";
import type { Issue, OutputReader, Schema, Validate, Verdict } from "../../schema/interface/schema";
import { isThenable, misfit, takeRejection } from "../../core/model/value";
import type { VersionPoint } from "../../core/model/version";
import { olderPlace } from "./moved-places";
import { depthAt, linkOf, newestOf } from "../../schema/interface/at-version";
import { issuesInWords } from "../../schema/issues";

interface Hop {
  /** Undefined if `to` is `Nothing`, because then there is no value to convert. */
  readonly convert: Convert | undefined;
  readonly to: LinkSchema;
  readonly name: string;
  readonly changes: readonly Change[];
}

interface HopUp extends Hop {
  /** With `Stricter`, a value that the schema `to` rejects is the client's mistake: a 400 instead of a 500. */
  readonly stricter: Stricter | undefined;
  readonly places: readonly MovedPlace[];
  readonly from: LinkSchema | undefined;
}

interface UpMeans {
  readonly validatorOf: (schema: Schema) => Validate;
  readonly lostMembers?: (older: Schema, newer: Schema) => (value: unknown) => boolean;
  /** Reads the schemas of wholes. By default, the reader knows no App. */
  readonly reader?: OutputReader;
}

/**
 * Makes the function that converts a version's validated request to the newest schema; undefined if the version uses
 * the newest schema. At a call, an `Up` whose result is invalid causes a {@link ConversionError}, or a {@link
 * StricterRefusal} if the change has `Stricter`.
 *
 * @throws ConversionError if an Up is missing.
 */
export function upsFrom(
  history: History,
  at: VersionPoint,
  { validatorOf, lostMembers, reader }: UpMeans,
): ConvertUp | undefined {
  const hops = hopsUp(history, at).map((hop) => ({
    ...hop,
    validate: hop.to === Nothing ? undefined : validatorOf(hop.to),
    holdsLost: once(() =>
      !lostMembers || hop.from === undefined || hop.from === Nothing || hop.to === Nothing
        ? undefined
        : lostMembers(hop.from, hop.to),
    ),
  }));
  if (hops.length === 0) return undefined;
  const [first] = hops;
  return async (read, contexts, watch) => {
    let value = read;
    for (const hop of hops) {
      const { validate, name, stricter } = hop;
      if (watch && hop.holdsLost()?.(hop === first ? watch.sent : value)) touch(watch.touched, hop.changes);
      const given = callHop(hop, [value, contexts, undefined, reader], {
        at,
        touched: watch?.touched,
      });
      // Most schemas are synchronous, and awaiting their results would be the most expensive part of a conversion.
      const answer = validate?.(given) ?? { value: undefined };
      const verdict: Verdict = isThenable(answer) ? await answer : answer;
      if ("issues" in verdict) {
        // How often alternatives are tried depends on what the client sent, so no author of an `Up` could prevent it.
        const { issues, isUntried = false } = verdict;
        if (isUntried || (stricter && isClientsMistake(hop, value, { issues, at }))) {
          const passed = hops.slice(0, hops.indexOf(hop) + 1).reverse();
          throw new StricterRefusal(verdict, {
            link: name,
            reason: stricter?.reason ?? "a newer version does not accept this value",
            given,
            placeOf: (path) => passed.reduce((place, { places }) => olderPlace(place, places), path),
          });
        }
        const found = issuesInWords(issues).join("; ");
        const text = `the value returned by Up of ${name} does not match the newer schema: ${found}`;
        throw noteFacts(new ConversionError(text, at.version), stepOf(hop, "Up"));
      }
      value = verdict.value;
    }
    return value;
  };
}

/**
 * Makes the function that converts JSON from the newest schema to a version's schema; undefined if the version uses the
 * newest schema. The made function may change its argument, and throws a {@link ConversionError} if a `Down` returns
 * undefined. `reader` reads the schemas of wholes; by default, it knows no App.
 *
 * @throws ConversionError if a Down is missing.
 */
export function downsTo(history: History, at: VersionPoint, reader?: OutputReader): ConvertDown | undefined {
  const hops = hopsDown(history, at);
  const isFromNothing = newestOf(history) === Nothing;
  const last = hops.at(-1);
  if (!last) return isFromNothing ? () => undefined : undefined;
  const down: ConvertDown = (copy, contexts, carried, touched) => {
    let value = isFromNothing ? undefined : copy;
    let current = last;
    try {
      for (const hop of hops) {
        current = hop;
        value = touched
          ? watched(hop, [value, contexts, carried, reader], touched)
          : hop.convert?.(value, contexts, carried, reader);
        if (value === undefined && hop.to !== Nothing) {
          throw new ConversionError(
            `Down of ${hop.name} returned undefined, which JSON cannot represent: return a value, or null`,
          );
        }
      }
    } catch (error) {
      throw failedIn(current, "Down", { error, at });
    }
    return value;
  };
  const step = stepOf(last, "Down");
  if (step) lastSteps.set(down, step);
  return down;
}

function isClientsMistake(
  hop: HopUp,
  old: unknown,
  { issues, at }: { readonly issues: readonly Issue[]; readonly at: VersionPoint },
): boolean {
  const where = hop.stricter?.where;
  if (!where) return true;
  try {
    return issues.every(({ path }) => where(old, path));
  } catch (error) {
    throw failedIn(hop, "Up", { error, at });
  }
}

const lastSteps = new WeakMap<ConvertDown, FailedStep>();

/** The change whose `Down` runs last, for messages about its result; undefined if there is no `Down`. */
export function resultStepOf(down: ConvertDown | undefined): FailedStep | undefined {
  return down && lastSteps.get(down);
}

function stepOf({ changes: [change] }: Hop, side: FailedStep["side"]): FailedStep | undefined {
  return change && { change: change.Description, side };
}

/** The conversions of a request: from the schema of `.As(...)`, if any, to the version's schema, then to the newest. */
function hopsUp(history: History, at: VersionPoint): readonly HopUp[] {
  const depth = depthAt(history, at);
  const shown = linkOf(history, depth);
  const first = shown.face && faceHop(shown, existingWay(shown.face.up, "up", shown), shown.schema);
  const hops = history.links
    .slice(1, depth + 1)
    .toReversed()
    .map((link, i): HopUp => {
      const to = linkOf(history, depth - 1 - i).schema;
      const { name, stricter, places, schema: from } = link;
      const convert = to === Nothing ? undefined : existingWay(link.up, "up", link);
      return { convert, to, name, changes: changesOf(link), stricter, places, from };
    });
  return first ? [{ ...first, stricter: undefined, places: [], from: undefined }, ...hops] : hops;
}

/** The conversions of a response: from the newest schema to the version's, then to the schema of `.As(...)`, if any. */
function hopsDown(history: History, at: VersionPoint): readonly Hop[] {
  const depth = depthAt(history, at);
  const hops = history.links.slice(1, depth + 1).map((link): Hop => {
    const convert = link.schema === Nothing ? undefined : existingWay(link.down, "down", link);
    return { convert, to: link.schema, name: link.name, changes: changesOf(link) };
  });
  const shown = linkOf(history, depth);
  if (!shown.face) return hops;
  return [...hops, faceHop(shown, existingWay(shown.face.down, "down", shown), shown.face.schema)];
}

function faceHop({ name }: Link, convert: Convert, to: LinkSchema): Hop {
  return { convert, to, name: `the face of ${name}`, changes: [] };
}

const ways = {
  up: "requests up to the newer schema, because Up is missing",
  down: "responses down to the older schema, because Down is missing",
};

function existingWay(convert: Convert | undefined, way: keyof typeof ways, { name }: Link): Convert {
  if (convert) return convert;
  throw new ConversionError(`${name} cannot turn ${ways[way]}`);
}

/** Calls a conversion. If it changes the value, or throws, adds `changes` to those that have affected the request. */
function watched({ convert, changes }: Hop, given: Parameters<Convert>, touched: TouchedChanges): unknown {
  noteRun(touched, changes);
  if (areTouched(touched.affecting, changes)) return convert?.(...given);
  let made: unknown;
  try {
    made = convert?.(...given);
  } catch (error) {
    touch(touched, changes);
    throw error;
  }
  if (!isSameJSON(given[0], made)) touch(touched, changes);
  return made;
}

function callHop(
  hop: Hop,
  given: Parameters<Convert>,
  { at, touched }: { readonly at: VersionPoint; readonly touched: TouchedChanges | undefined },
): unknown {
  try {
    return touched ? watched(hop, given, touched) : hop.convert?.(...given);
  } catch (error) {
    throw failedIn(hop, "Up", { error, at });
  }
}

function failedIn(
  hop: Hop,
  side: FailedStep["side"],
  { error, at: { version } }: { readonly error: unknown; readonly at: VersionPoint },
): unknown {
  return noteFacts(isFault(error) ? error.of(undefined, version) : error, stepOf(hop, side));
}

interface BesideValue {
  readonly needs: readonly AnyContext[];
  readonly carries: boolean;
}

type WrittenFunction = (value: unknown, ...beside: unknown[]) => unknown;

/** Makes the function that calls an `Up` or `Down`. It throws an error if the `Up` or `Down` returns a promise. */
export function guarded(
  convert: unknown,
  name: string,
  { needs, carries }: BesideValue = { needs: [], carries: false },
): Convert | undefined {
  if (convert === undefined) return undefined;
  if (typeof convert !== "function") {
    throw misfit(name, "a function", convert);
  }
  const call = convert as WrittenFunction;
  const isNeedy = needs.length > 0;
  if (!carries && !isNeedy) return (value) => atOnce(call(value), name);
  if (!carries) return (value, contexts = noContexts) => atOnce(call(value, contexts.listOf(needs)), name);
  if (!isNeedy) return (value, _contexts, carried) => atOnce(call(value, carriedIn(carried, name)), name);
  // A `Down` that needs a carried value and contexts gets one object, so that they cannot be confused.
  return (value, contexts = noContexts, carried) =>
    atOnce(call(value, { Carried: carriedIn(carried, name), Contexts: contexts.listOf(needs) }), name);
}

function atOnce(given: unknown, name: string): unknown {
  if (!takeRejection(given)) return given;
  throw new ConversionError(`${name} must return its result synchronously, got a promise`);
}

function carriedIn(node: CarriedNode | undefined, name: string): unknown {
  if (node?.isSet) return node.carried;
  throw new ConversionError(`${name} needs a carried value: return Carry(value, carried) from the handler`);
}
