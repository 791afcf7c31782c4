import { isStricterRefusal } from "../../changes/history/conversion-errors";
import { upsFrom } from "../../changes/history/convert";
import type { LinkSchemas } from "../../core/model/app-internals";
import type { CarriedNode } from "../../schema/interface/carried";
import type { ContextValues } from "../../schema/interface/context";
import { Nothing, type Convert, type History, type Link } from "../../schema/interface/histories";
import { isHTTPError } from "../../core/model/http-error";
import type { Verdict } from "../../schema/interface/schema";
import { isObject } from "../../core/model/value";
import { versionOrder } from "../../core/model/version";
import { jsonCopy } from "../../schema/interface/plain-copy";
import { resultOr } from "../result-or";
import type { SampleSide } from "./entries";
import type { ConversionLink } from "./links";

/** The other arguments of a function, after the value. */
export interface Beside {
  readonly contexts: ContextValues;
  readonly carried: CarriedNode | undefined;
}

/** A value as a function of a link gets it: what the older schema puts out for an `Up`, and JSON for a `Down`. */
export interface ReadSample {
  readonly value: unknown;
  /** False if the schema of the side rejects the value. */
  readonly isAccepted: boolean;
}

/** Validates a sample by the schema from which the function converts. */
export async function readSample(
  link: ConversionLink,
  side: SampleSide,
  { given, schemas }: { readonly given: unknown; readonly schemas: LinkSchemas },
): Promise<ReadSample> {
  const from = side === "up" ? link.older : link.newer;
  if (from === Nothing) return { value: undefined, isAccepted: true };
  const verdict = await judged(() =>
    side === "up"
      ? schemas.sentBy(from, link.part)(jsonCopy(given))
      : schemas.answered(from)(jsonCopy(given)),
  );
  const isAccepted = "value" in verdict;
  return { value: side === "up" && isAccepted ? verdict.value : jsonCopy(given), isAccepted };
}

/** Runs a validator. One that throws rejects the value: the App would answer 500. */
async function judged(validate: () => Verdict | PromiseLike<Verdict>): Promise<Verdict> {
  try {
    return await validate();
  } catch {
    return { issues: [] };
  }
}

/** Converts a value, and returns the JSON of the result, or `{ refused }` or `{ failed }` for an error. */
export async function outcomeOf(
  link: ConversionLink,
  side: SampleSide,
  {
    value,
    beside,
    schemas,
  }: { readonly value: unknown; readonly beside: Beside; readonly schemas: LinkSchemas },
): Promise<unknown> {
  try {
    const made =
      side === "up"
        ? await raised(link, { value, beside, schemas })
        : lowered(link, { value, beside, schemas });
    return jsonCopy(made) ?? null;
  } catch (error) {
    if (isHTTPError(error)) return { refused: error.status };
    return isStricterRefusal(error) ? { refused: 400 } : { failed: true };
  }
}

interface Conversion {
  readonly value: unknown;
  readonly beside: Beside;
  readonly schemas: LinkSchemas;
}

/** Runs an `Up`, and lets the next schema validate the result. Returns the result as the `Up` gives it. */
async function raised(link: ConversionLink, { value, beside, schemas }: Conversion): Promise<unknown> {
  let made: unknown;
  const noting: Convert = (...given) => (made = link.up?.(...given));
  const up = upsFrom(historyOfUp(link, noting), older, {
    validatorOf: (schema) => schemas.behindUp(schema, link.part),
  });
  await up?.(value, beside.contexts);
  return made;
}

/** The versions before and since the change of a history with a single link. */
const order = versionOrder(["older", "newer"]);
const older = { version: "older", order };

function historyOfUp({ link, newer, isFace }: ConversionLink, up: Convert): History {
  const change = link.change && { ...link.change, Version: "newer" };
  const links: readonly Link[] = isFace
    ? [{ ...link, change: undefined, face: link.face && { ...link.face, up } }]
    : [
        { ...link, schema: newer, change: undefined, face: undefined },
        { ...link, change, face: undefined, up },
      ];
  return { links, within: [], carried: [] };
}

function lowered({ older: schema, down }: ConversionLink, { value, beside, schemas }: Conversion): unknown {
  const json = jsonCopy(down?.(value, beside.contexts, beside.carried));
  if (json === undefined || schema === Nothing) {
    throw new TypeError("a Down must return a value that JSON can represent");
  }
  const closed = resultOr(() => schemas.closedMembers(schema), undefined);
  return closed ? resultOr(() => closed.strip(json), json) : json;
}

/** Puts the members of a result in the order of the given value, and others after them. */
export function inGivenOrder(value: unknown, given: unknown): unknown {
  if (Array.isArray(value)) {
    const models: readonly unknown[] = Array.isArray(given) ? given : [];
    return value.map((item: unknown, i) => inGivenOrder(item, models[i]));
  }
  if (!isObject(value) || !isObject(given)) return value;
  const members = new Map<string, unknown>(Object.entries(value));
  const first = Object.keys(given).filter((name) => members.has(name));
  return Object.fromEntries(
    [...new Set([...first, ...members.keys()])].map((name) => [
      name,
      inGivenOrder(members.get(name), Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined),
    ]),
  );
}
