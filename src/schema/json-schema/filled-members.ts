import type { JSONSchema } from "../../core/model/schema";
import { isInShared, leavesComponentDefaults, leavesDefaults, markShared } from "./component-references";
import { ruleOf } from "./keywords";
import { childSchemas, isSchema, mapSchemas, requiredNames, schemasIn } from "./subschema";
import { targetsOf } from "./targets";

/**
 * Removes members from `required` whose missing value is filled in: clients need not send a member with a `default`.
 * Under keywords such as `anyOf`, ajv fills in nothing, so that schemas there stay as they are.
 */
export function withFilledMembers(root: JSONSchema): JSONSchema {
  if (!schemasIn(root).some((one) => filledNames(one).size > 0)) return root;
  const unfilled = unfilledIn(root);
  const filled = (schema: JSONSchema): JSONSchema => {
    if (unfilled.has(schema)) return schema;
    return isInShared(schema) ? filledShared(schema) : withoutFilled(mapSchemas(schema, filled));
  };
  return filled(root);
}

const knownShared = new WeakMap<JSONSchema, JSONSchema>();

/** The result for a component of the App is made once, so that many schemas can share it. */
function filledShared(component: JSONSchema): JSONSchema {
  const known = knownShared.get(component);
  if (known) return known;
  const filled = markShared(filledAlone(component));
  knownShared.set(component, filled);
  return filled;
}

function filledAlone(schema: JSONSchema): JSONSchema {
  if (!schemasIn(schema).some((one) => filledNames(one).size > 0)) return schema;
  const entries = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    leavesDefaults(keyword) ? value : mapSchemas({ [keyword]: value }, filledAlone)[keyword],
  ]);
  return withoutFilled(Object.fromEntries(entries) as JSONSchema);
}

/** Removes from a schema's own `required` the members with a default. */
export function withoutFilled(schema: JSONSchema): JSONSchema {
  const names = filledNames(schema);
  if (names.size === 0) return schema;
  const required = requiredNames(schema).filter((name) => !names.has(name));
  if (required.length > 0) return { ...schema, required };
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "required"));
}

/** The required members that have a default. */
function filledNames(schema: JSONSchema): ReadonlySet<string> {
  const { properties } = schema;
  if (!isSchema(properties)) return new Set();
  const members = new Map(Object.entries(properties));
  const hasDefault = (name: string): boolean => {
    const member = members.get(name);
    return isSchema(member) && "default" in member;
  };
  return new Set(requiredNames(schema).filter(hasDefault));
}

/** Where ajv fills in defaults: of the schema itself, and of the App's components to which it refers. */
interface Filling {
  readonly own: boolean;
  readonly components: boolean;
}

/** The schemas that apply, directly or by a reference, under a keyword where ajv fills in no defaults. */
function unfilledIn(root: JSONSchema): ReadonlySet<JSONSchema> {
  const seen = new Map<string, Set<JSONSchema>>();
  const unfilled = new Set<JSONSchema>();
  visit(root, { own: true, components: true });
  return unfilled;

  function visit(schema: JSONSchema, { own, components }: Filling): void {
    const key = `${own} ${components}`;
    const known = seen.get(key) ?? new Set();
    if (known.has(schema)) return;
    seen.set(key, known.add(schema));
    if (!own) unfilled.add(schema);
    for (const { target } of targetsOf(root, schema)) {
      visit(target, isInShared(target) ? { own: components, components } : { own, components });
    }
    for (const [keyword, value] of Object.entries(schema)) {
      if (ruleOf(keyword)?.role === "name") continue;
      const within = {
        own: own && !leavesDefaults(keyword),
        components: components && !leavesComponentDefaults(schema, keyword),
      };
      for (const child of childSchemas(keyword, value)) visit(child, within);
    }
  }
}
