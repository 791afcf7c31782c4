import { CarriedNode } from "../../schema/interface/carried";
import {
  contextExampleOf,
  contextFromJSON,
  ContextValues,
  Now,
  type AnyContext,
} from "../../schema/interface/context";
import { isSameJSON } from "../../schema/interface/json-value";
import type { LinkSchemas } from "../../core/model/app-internals";
import { messageOf, quote } from "../../core/model/value";
import { jsonCopy } from "../../schema/interface/plain-copy";
import type { FrozenBeside, SampleSide } from "./entries";
import type { ConversionLink } from "./links";
import type { Beside } from "./outcome";
import { variantsOf } from "./variants";

/**
 * Makes the arguments of a function after the value: the `Example` of each context, and a value of the carried schema.
 *
 * @throws Error, with a reason in words, if a context has no `Example` of JSON, or if no carried value can be made.
 */
export async function besideToFreeze(
  link: ConversionLink,
  side: SampleSide,
  { value, schemas }: { readonly value: unknown; readonly schemas: LinkSchemas },
): Promise<FrozenBeside | undefined> {
  assertNamesDiffer(link.needs);
  const contexts = link.needs.map((key) => [key.Name, exampleOf(key, value)] as const);
  const carries = side === "down" && link.carrier !== undefined;
  if (contexts.length === 0 && !carries) return undefined;
  return {
    ...(contexts.length > 0 && { contexts: Object.fromEntries(contexts) }),
    ...(carries && { carried: await carriedSample(link.carrier.schema, schemas) }),
  };
}

function assertNamesDiffer(needs: readonly AnyContext[]): void {
  const names = needs.map(({ Name }) => Name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`two of its contexts have the name ${quote(twice)}`);
}

/** The time that the context `Now` has in samples. It is constant, so that each run freezes the same. */
const sampleTime = new Date("2026-01-01T00:00:00.000Z");

function exampleOf(key: AnyContext, value: unknown): unknown {
  if (key === Now) return sampleTime.toISOString();
  const example = contextExampleOf(key);
  const name = `its context ${quote(key.Name)}`;
  if (!example) throw new Error(`${name} has no Example`);
  const made = exampleFor(example, value, name);
  const json = jsonCopy(made);
  if (json === undefined || !isSameJSON(json, made)) {
    throw new Error(`${name} has an Example that JSON does not give back`);
  }
  return json;
}

function exampleFor(example: (value: unknown) => unknown, value: unknown, name: string): unknown {
  try {
    return example(value);
  } catch (error) {
    throw new Error(`${name} has an Example that throws: ${messageOf(error)}`);
  }
}

async function carriedSample(schema: object, { describe, answered }: LinkSchemas): Promise<unknown> {
  const description = describe(schema, "output");
  if ("failure" in description) {
    throw new Error(`the schema of Carrying cannot be described: ${description.failure}`);
  }
  for (const sample of variantsOf(description.json)) {
    if ("value" in (await answered(schema)(jsonCopy(sample)))) return sample;
  }
  throw new Error("no value that the schema of Carrying allows could be made");
}

/** Gives a function what it was given when the sample was frozen, and today's values of what is new. */
export async function besideOf(
  link: ConversionLink,
  frozen: FrozenBeside | undefined,
  fresh: () => Promise<FrozenBeside | undefined>,
): Promise<Beside> {
  const isNew =
    link.needs.some(({ Name }) => !Object.hasOwn(frozen?.contexts ?? {}, Name)) ||
    (link.carrier !== undefined && frozen?.carried === undefined);
  const today = isNew ? await fresh().catch(() => undefined) : undefined;
  const contexts: Readonly<Record<string, unknown>> = { ...today?.contexts, ...frozen?.contexts };
  const carried = frozen?.carried ?? today?.carried;
  return {
    contexts: new ContextValues(new Map(link.needs.map((key) => [key, contextIn(key, contexts)]))),
    carried: carried === undefined ? undefined : nodeOf(jsonCopy(carried)),
  };
}

function contextIn(key: AnyContext, contexts: Readonly<Record<string, unknown>>): unknown {
  const json = Object.hasOwn(contexts, key.Name) ? contexts[key.Name] : undefined;
  return contextFromJSON(key, jsonCopy(json));
}

function nodeOf(carried: unknown): CarriedNode {
  const node = new CarriedNode();
  node.set(carried);
  return node;
}
