import { CarriedNode, type CarriedPlace } from "../model/carried";
import { ContextValues, Now, type AnyContext } from "../model/context";
import type { History, Link } from "../model/history";
import type { Schema } from "../model/schema";
import { isObject, quote } from "../model/value";
import { describeSchema } from "../schema/standard";
import { OneOrEach } from "../history/within";
import type { Examples } from "./examples";
import type { Judges } from "./judges";
import { ownExamples } from "./own-examples";

/** The additional arguments of a step's functions for an example. */
export interface SampleBeside {
  readonly contexts: ContextValues;
  /** Assigns carried values to the parts of a value that carry something. */
  readonly carriedOf: (value: unknown) => CarriedNode | undefined;
}

/** Explains in words that a step needs a context which cannot be invented; undefined if it needs none. */
export function missingContext({ needs }: Pick<Link, "needs">): string | undefined {
  const missing = needs.find((key) => !madeContexts.has(key));
  return (
    missing && `its result depends on the context ${quote(missing.Name)}, which differs between requests`
  );
}

/** The same time in every guide, so that a guide changes only with its API. */
const madeContexts: ReadonlyMap<AnyContext, unknown> = new Map([[Now, new Date("2026-01-01T00:00:00.000Z")]]);

/** The additional arguments of a history's steps for every example. */
export async function sampleBeside(
  { carried: places }: History,
  tools: { readonly examples: Examples; readonly judges: Judges },
): Promise<SampleBeside> {
  const found = new Map<CarriedPlace, unknown>();
  for (const place of places) found.set(place, await carriedExample(place.carrier.schema, tools));
  return {
    contexts: new ContextValues(madeContexts),
    carriedOf: (value) => {
      if (places.length === 0) return undefined;
      const root = new CarriedNode();
      for (const [{ path }, carried] of found) carryAt({ value, node: root }, path, carried);
      return root;
    },
  };
}

/** How many examples of a carried value are tried. */
const mostTried = 20;

/** The schema's output for its own example, otherwise for the first generated example that matches. */
async function carriedExample(
  schema: Schema,
  { examples, judges }: Parameters<typeof sampleBeside>[1],
): Promise<unknown> {
  const description = describeSchema(schema, "input");
  const own = "json" in description ? ownExamples(description.json) : [];
  for (const list of [() => own, () => examples.some(schema, mostTried)]) {
    for (const example of list()) {
      const verdict = await judges.judge(schema, example);
      if (!("issues" in verdict)) return verdict.value;
    }
  }
  return undefined;
}

/** A part of a value, and the node of its carried value. */
interface PartValue {
  readonly value: unknown;
  readonly node: CarriedNode;
}

/** Sets a carried value at a path; a missing part carries nothing. */
function carryAt({ value, node }: PartValue, path: CarriedPlace["path"], carried: unknown): void {
  const [step, ...rest] = path;
  if (step === undefined) {
    node.set(carried);
  } else if (step === OneOrEach && !Array.isArray(value)) {
    carryAt({ value, node }, rest, carried);
  } else if (Array.isArray(value)) {
    const nodes = node.openItems(value.length);
    nodes.forEach((item, i) => {
      carryAt({ value: value[i] as unknown, node: item }, rest, carried);
    });
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (typeof step === "symbol" || name === step) {
        carryAt({ value: member, node: node.openMember(name) }, rest, carried);
      }
    }
  }
}
