import { CarriedNode, type CarriedPlace } from "../model/carried";
import { ContextValues, Now, type AnyContext } from "../model/context";
import type { History, Link } from "../model/history";
import type { Schema } from "../model/schema";
import { isObject, quote } from "../model/value";
import { describeSchema } from "../schema/json";
import { OneOrEach } from "../history/within";
import type { Examples } from "./examples";
import type { Judges } from "./judges";
import { ownExamples } from "./own-examples";

/** What the functions of a step are given beside an example. */
export interface SampleBeside {
  readonly contexts: ContextValues;
  /** Finds the places of a value that carry something, and gives each what it carries. */
  readonly carriedOf: (value: unknown) => CarriedNode | undefined;
}

/** The context of a step that nobody can make up, in words; undefined where there is none. */
export function missingContext({ needs }: Pick<Link, "needs">): string | undefined {
  const missing = needs.find((key) => !made.has(key));
  return (
    missing && `its result depends on the context ${quote(missing.Name)}, which differs between requests`
  );
}

/** The same time in every guide, so that it changes with its API alone. */
const made: ReadonlyMap<AnyContext, unknown> = new Map([[Now, new Date("2026-01-01T00:00:00.000Z")]]);

/** What the steps of a history are given beside every example. */
export async function sampleBeside(
  { carried: places }: History,
  tools: { readonly examples: Examples; readonly judges: Judges },
): Promise<SampleBeside> {
  const found = new Map<CarriedPlace, unknown>();
  for (const place of places) found.set(place, await carriedExample(place.carrier.schema, tools));
  return {
    contexts: new ContextValues(made),
    carriedOf: (value) => {
      if (places.length === 0) return undefined;
      const root = new CarriedNode();
      for (const [{ path }, carried] of found) carryAt({ value, node: root }, path, carried);
      return root;
    },
  };
}

/** The examples of a carried value that are tried. */
const mostTried = 20;

/** What a schema puts out for its own example, else for the first that fits of those that are made. */
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

/** A part of a value, and the node of what it carries. */
interface Part {
  readonly value: unknown;
  readonly node: CarriedNode;
}

/** Sets what is carried behind a path; a part that is not there carries nothing. */
function carryAt({ value, node }: Part, path: CarriedPlace["path"], carried: unknown): void {
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
