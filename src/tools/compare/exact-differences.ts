import type { OpenAPIDocument } from "../../schema/interface/openapi";
import { isObject } from "../../core/model/value";
import { isSchema } from "../../schema/json-schema/subschema";
import { compareDocuments } from "./compare-documents";
import { differenceAt, harmless, pointerTo, type Difference } from "./difference";
import { isGone, operationKey, operationsIn, documentedWebhooks } from "./documented-operation";
import type { DocumentedOperation } from "./documented-operation";
import { withoutLifecycle } from "./without-lifecycle";
import { canonical } from "../../schema/interface/json-value";
import { isSet, withSetsInOrder } from "./keyword-sets";
import { mostListedValues } from "./value-words";
import { ruleOf } from "../../schema/json-schema/keywords";

/** Lists differences of any kind in operations that both documents have. Ignores descriptions and lifecycle dates. */
export function exactDifferences(frozen: OpenAPIDocument, today: OpenAPIDocument): readonly Difference[] {
  const [before, after] = [withoutLifecycle(frozen), withoutLifecycle(today)];
  const gone = new Set(
    [...operationsIn(today)].flatMap(([key, operation]) => (isGone(operation) ? key : [])),
  );
  const inWords = compareDocuments(before, after).filter(
    ({ extent, operation }) => extent === "changed" && !gone.has(operationKey(operation)),
  );
  const operationsInWords = new Set(inWords.map(({ operation }) => operation));
  const later = new Map([...operationsIn(after), ...documentedWebhooks(after)]);
  const others = [...operationsIn(before), ...documentedWebhooks(before)].flatMap(([key, was]) => {
    const is = later.get(key);
    if (!is || operationsInWords.has(was.name) || gone.has(key)) return [];
    const found = firstDifference(withoutWords(wholeOperationOf(was)), withoutWords(wholeOperationOf(is)));
    return found === undefined ? [] : [definitionDifference(was.name, found)];
  });
  return [...inWords, ...others];
}

function wholeOperationOf({ document, item, operation }: DocumentedOperation): object {
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

/** Finds the components to which a value refers, directly or through other components. The keys are references. */
function referredComponents(
  document: OpenAPIDocument,
  value: unknown,
  alsoNamed: readonly string[],
): ReadonlyMap<string, unknown> {
  const components = new Map<string, unknown>();
  const open = [...allReferencesIn(value), ...alsoNamed];
  for (let reference = open.pop(); reference !== undefined; reference = open.pop()) {
    if (components.has(reference)) continue;
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
    const ofKind: unknown = document.components?.[kind as "schemas"];
    const component: unknown = isSchema(ofKind) && Object.hasOwn(ofKind, name) ? ofKind[name] : null;
    components.set(reference, component);
    open.push(...allReferencesIn(component));
  }
  return components;
}

/** Lists the strings in all members named `$ref`, even if a member is not a reference, but data of this name. */
function allReferencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(allReferencesIn);
  if (!isSchema(value)) return [];
  const { $ref } = value;
  return [...(typeof $ref === "string" ? [$ref] : []), ...Object.values(value).flatMap(allReferencesIn)];
}

/** The path to the first difference of two JSON values, and a description of the difference. */
interface FirstDifference {
  readonly keys: readonly string[];
  readonly text: string;
  readonly wholeText?: string;
}

function firstDifference(was: unknown, is: unknown): FirstDifference | undefined {
  if (was === is) return undefined;
  if (!isObject(was) || !isObject(is) || Array.isArray(was) !== Array.isArray(is)) return changedAt();
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (!Object.hasOwn(was, key) || !Object.hasOwn(is, key)) return changedAt(key);
    const [own, other]: readonly unknown[] = [was[key as never], is[key as never]];
    const inner = firstDifference(own, other);
    if (inner && isSet(key) && Array.isArray(own) && Array.isArray(other)) {
      return { keys: [key], ...listChange(own, other) };
    }
    if (inner) return { ...inner, keys: [key, ...inner.keys] };
  }
  return undefined;
}

function listChange(was: readonly unknown[], is: readonly unknown[]): Omit<FirstDifference, "keys"> {
  const wholeText = `has changed from ${canonical(was)} to ${canonical(is)}`;
  if (Math.max(was.length, is.length) <= mostListedValues) return { text: wholeText };
  return { text: `has changed: ${was.length} values -> ${is.length}`, wholeText };
}

function changedAt(...keys: readonly string[]): FirstDifference {
  return { keys, text: "has changed" };
}

function definitionDifference(operation: string, { keys, text, wholeText }: FirstDifference): Difference {
  const [first, ...rest] = keys;
  const [reference, ...within] = rest;
  const name = first === "operation" ? undefined : reference?.slice(reference.lastIndexOf("/") + 1);
  const difference = { ...harmless("definition-changed", text), wholeText };
  if (name === undefined) return differenceAt(operation, { ...difference, part: rest.join(" > ") });
  const words = within.length === 0 ? text : `${within.join(" > ")}: ${text}`;
  const cause = { name, text: words, subject: pointerTo(within) };
  return differenceAt(operation, { ...difference, part: [name, ...within].join(" > "), cause });
}

/** Copies a part of a document without the members that only people read. Sorts lists whose order has no meaning. */
export function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isSchema(value)) return value;
  // `summary` is named here, because `ruleOf` knows only keywords of JSON Schema, and `summary` belongs to OpenAPI.
  const isForPeople = (key: string): boolean => key === "summary" || ruleOf(key)?.role === "words";
  const members = Object.entries(value).filter(([key]) => !isForPeople(key));
  return Object.fromEntries(members.map(([key, member]) => [key, memberWithoutWords(key, member)]));
}

function memberWithoutWords(key: string, member: unknown): unknown {
  const holds = ruleOf(key)?.holds;
  // In a map such as `properties`, the key `description` is a name, so it is not removed.
  if (isSchema(member) && (holds === "map" || documentMaps.has(key))) {
    return Object.fromEntries(Object.entries(member).map(([name, one]) => [name, withoutWords(one)]));
  }
  // A member `description` in the value of a keyword such as `default` is data, so it is not removed.
  return holds === "value" || holds === "names" ? withSetsInOrder(key, member) : withoutWords(member);
}

/** The members of OpenAPI objects whose values are maps, so that the keys in the values are names. */
const documentMaps = new Set([
  ...["responses", "headers", "content", "encoding", "links", "callbacks"],
  ...["components", "additionalOperations"],
]);
