import type { OpenAPIDocument } from "../model/openapi";
import { isObject } from "../model/value";
import { isSchema } from "../json-schema/subschema";
import { compareDocuments } from "./compare-documents";
import type { Difference } from "./difference";
import { isGone, operationKey, operationsIn, type DocumentedOperation } from "./documented-operation";
import { withoutLifecycle } from "./without-lifecycle";
import { withoutWords } from "./without-words";

/**
 * Every difference in the operations of a document since it was frozen, breaking or not, but in wording, lifecycle and
 * `x-changes`: what requests and answers look like in words, anything else, such as an operation's id, by its place.
 *
 * Operations that are added or gone are no difference in one that is there.
 */
export function exactDifferences(frozen: OpenAPIDocument, today: OpenAPIDocument): readonly Difference[] {
  const [before, after] = [withoutLifecycle(frozen), withoutLifecycle(today)];
  const gone = new Set(
    [...operationsIn(today)].flatMap(([key, operation]) => (isGone(operation) ? key : [])),
  );
  const told = compareDocuments(before, after).filter(
    ({ kind, operation }) => kind === "changed" && !gone.has(operationKey(operation)),
  );
  const isTold = new Set(told.map(({ operation }) => operation));
  const later = operationsIn(after);
  const others = [...operationsIn(before)].flatMap(([key, was]) => {
    const is = later.get(key);
    if (!is || isTold.has(was.name) || gone.has(key)) return [];
    const place = firstDifference(withoutWords(wholeOf(was)), withoutWords(wholeOf(is)));
    return place === undefined ? [] : [differenceAt(was.name, place)];
  });
  return [...told, ...others];
}

/** An operation with all that it refers to. */
function wholeOf({ document, item, operation }: DocumentedOperation): object {
  const security = operation.security ?? document.security ?? [];
  const schemes = security.flatMap((way) =>
    Object.keys(way).map((name) => `#/components/securitySchemes/${name}`),
  );
  const own = {
    ...operation,
    security,
    parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
  };
  return { operation: own, components: Object.fromEntries(referredComponents(document, own, schemes)) };
}

/** Every component that a value refers to, and those that these refer to, by reference. */
function referredComponents(
  document: OpenAPIDocument,
  value: unknown,
  alsoNamed: readonly string[],
): ReadonlyMap<string, unknown> {
  const components = new Map<string, unknown>();
  const open = [...referencesIn(value), ...alsoNamed];
  for (let reference = open.pop(); reference !== undefined; reference = open.pop()) {
    if (components.has(reference)) continue;
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
    const ofKind: unknown = document.components?.[kind as "schemas"];
    const component: unknown = isSchema(ofKind) && Object.hasOwn(ofKind, name) ? ofKind[name] : null;
    components.set(reference, component);
    open.push(...referencesIn(component));
  }
  return components;
}

/** Whatever is called `$ref` counts: one that is a property's name leads to a component more, no less. */
function referencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isSchema(value)) return [];
  const { $ref } = value;
  return [...(typeof $ref === "string" ? [$ref] : []), ...Object.values(value).flatMap(referencesIn)];
}

/** Where two JSON values first differ, as the keys that lead there; undefined where they are equal. */
function firstDifference(was: unknown, is: unknown): readonly string[] | undefined {
  if (was === is) return undefined;
  if (!isObject(was) || !isObject(is) || Array.isArray(was) !== Array.isArray(is)) return [];
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (!Object.hasOwn(was, key) || !Object.hasOwn(is, key)) return [key];
    const inner = firstDifference(was[key as never], is[key as never]);
    if (inner) return [key, ...inner];
  }
  return undefined;
}

function differenceAt(operation: string, [first = "", ...rest]: readonly string[]): Difference {
  const [reference, ...within] = rest;
  const part = (first === "operation" ? rest : [nameIn(reference), ...within]).join(" > ");
  return {
    operation,
    part,
    place: `${operation}, ${part}`,
    text: "has changed",
    kind: "changed",
    isBreaking: false,
  };
}

/** `Cat` of `#/components/schemas/Cat`. */
function nameIn(reference = ""): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
