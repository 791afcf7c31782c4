import { remembered } from "../../core/model/collections";
import type { JSONSchema } from "../interface/schema";
import { withoutFilled } from "./filled-members";
import { ruleOf } from "./keywords";
import { isInShared } from "./shared";
import { isSchema, ownNameOf, mapSchemas } from "./subschema";
import { mappedTargetIn, mappingOf, type RootedSchema, targetIn, targetOf } from "./targets";

/** `"unfilled"` ignores in `required` the members with a default, which only some places of a schema require. */
type Required = "all" | "unfilled";

/** Serializes a schema and all schemas that it refers to, without keywords that only name schemas, such as `$id`. */
export function fingerprintOf(root: JSONSchema, schema: JSONSchema, required: Required = "all"): string {
  // A number replaces each named or referenced schema. Schemas of one name share it: callers compare them anyway.
  const numbers = new Map<JSONSchema | string, number>();
  const open: JSONSchema[] = [];
  numberOf(schema);
  const texts: string[] = [];
  // The loop also visits the schemas that `numberOf` adds while it runs.
  for (const next of open) {
    const { texts: parts, targets } = ownTextOf(root, next, required);
    texts.push(parts.reduce((text, part, i) => `${text}${numberAt(targets[i - 1])}${part}`));
  }
  return texts.join("\n");

  function numberAt(target: JSONSchema | undefined): number | "" {
    return target ? numberOf(target) : "";
  }

  function numberOf(target: JSONSchema): number {
    const key = ownNameOf(target) ?? target;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(key, number);
    open.push(target);
    return number;
  }
}

/** A schema's text without the schemas that it refers to: `targets[0]` belongs between the first two texts. */
interface OwnText {
  readonly texts: readonly string[];
  readonly targets: readonly JSONSchema[];
}

/** The texts of the schemas in a root, because each of them is a part of the fingerprint of every schema that leads to it. */
const textsIn = remembered<object, WeakMap<JSONSchema, OwnText>, Required>(() => new WeakMap());

/** Schemas within shared components have one text. The references of others may have another target in another root. */
const everyRoot = {};

function ownTextOf(root: JSONSchema, schema: JSONSchema, required: Required): OwnText {
  const texts = textsIn(isInShared(schema) ? everyRoot : root, required);
  const known = texts.get(schema);
  if (known) return known;
  const made = makeOwnText(root, schema, required);
  texts.set(schema, made);
  return made;
}

function makeOwnText(root: JSONSchema, schema: JSONSchema, required: Required): OwnText {
  const found: JSONSchema[] = [];
  const texts = JSON.stringify(readKeywords(schema)).split(/"\\u0000target (\d+)"/);
  const numbers = texts.filter((_, i) => i % 2 === 1).map(Number);
  return {
    texts: texts.filter((_, i) => i % 2 === 0),
    targets: numbers.map((number) => found[number] ?? schema),
  };

  function readKeywords(from: JSONSchema): JSONSchema {
    const entries = Object.entries(required === "all" ? from : withoutFilled(from))
      .filter(([keyword, value]) => !isUnread(keyword, value))
      .map(([keyword, value]) => [keyword, withTargets(from, keyword, value)]);
    return mapSchemas(Object.fromEntries(entries) as JSONSchema, (child) =>
      ownNameOf(child) === undefined ? readKeywords(child) : { $ref: holeFor(child) },
    );
  }

  function withTargets(from: JSONSchema, keyword: string, value: unknown): unknown {
    if (keyword === "discriminator") {
      const mapped = [...mappingOf(from).values()];
      return [value, mapped.map((to) => targetOr(mappedTargetIn(root, from, to), to))];
    }
    return (keyword === "$ref" || keyword === "$dynamicRef") && typeof value === "string"
      ? targetOr(targetIn(root, from, value), value)
      : value;
  }

  function targetOr(target: JSONSchema | undefined, reference: string): string {
    return target ? holeFor(target) : reference;
  }

  function holeFor(target: JSONSchema): string {
    return `\u0000target ${found.push(target) - 1}`;
  }
}

/** The keywords that lead to the first difference of two schemas, such as `properties.name.type`. */
export function pathOfDifference(one: RootedSchema, other: RootedSchema): string {
  const seen = new Set<JSONSchema>();
  return (between(one.schema, other.schema) ?? []).join(".");

  function between(a: unknown, b: unknown): readonly string[] | undefined {
    if (!isSchema(a) || !isSchema(b)) return JSON.stringify(a) === JSON.stringify(b) ? undefined : [];
    const [from, to] = [targetOf(a, one.root), targetOf(b, other.root)];
    if (seen.has(from)) return undefined;
    seen.add(from);
    for (const keyword of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const [was, is] = [from[keyword], to[keyword]];
      if ((isUnread(keyword, was) && isUnread(keyword, is)) || keyword === "$ref") continue;
      const within = inKeyword(keyword, was, is);
      if (within) return [keyword, ...within];
    }
    return undefined;
  }

  function inKeyword(keyword: string, was: unknown, is: unknown): readonly string[] | undefined {
    const holds = ruleOf(keyword)?.holds;
    const isOfSchemas = holds === "map" ? isSchema(was) && isSchema(is) : holds === "list";
    if (!isOfSchemas) {
      return holds === "schema"
        ? between(was, is)
        : JSON.stringify(was) === JSON.stringify(is)
          ? undefined
          : [];
    }
    const [before, after] = [Object.entries(was ?? {}), new Map(Object.entries(is ?? {}))];
    for (const [name, schema] of before) {
      const within = after.has(name) ? between(schema, after.get(name)) : [];
      if (within) return [name, ...within];
    }
    const known = new Set(before.map(([name]) => name));
    const added = [...after.keys()].find((name) => !known.has(name));
    return added === undefined ? undefined : [added];
  }
}

function isUnread(keyword: string, value: unknown): boolean {
  // zod adds `additionalProperties: false` only to the output schema of an object. It is ignored here, so that input
  // and output become one component of the OpenAPI document.
  if (keyword === "additionalProperties") return value === false || value === undefined;
  return ruleOf(keyword)?.role === "name";
}
