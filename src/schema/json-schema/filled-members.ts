import { remembered } from "../../core/model/collections";
import type { JSONSchema } from "../interface/schema";
import { leavesComponentDefaults, leavesDefaults } from "./component-references";
import { ruleOf } from "./keywords";
import { closuresBy } from "./closures";
import { isInShared, markShared, ownSchemasIn, sharedDefinitionsIn, sharedIn } from "./shared";
import { childSchemas, isSchema, mapSchemas, requiredNames, schemasIn } from "./subschema";
import { mappingOf, referenceOf, targetsOf } from "./targets";

/**
 * Removes members from `required` whose missing value is filled in: clients need not send a member with a `default`.
 * Under keywords such as `anyOf`, ajv fills in nothing, so that schemas there stay as they are.
 */
export function withFilledMembers(root: JSONSchema): JSONSchema {
  if (!ownSchemasIn(root).some(fills) && !haveFilled(sharedIn(root))) return root;
  const { own, shared } = unfilledIn(root);
  const filled = (schema: JSONSchema): JSONSchema => {
    if (own.has(schema)) return schema;
    return isInShared(schema) ? filledShared(schema) : withoutFilled(mapSchemas(schema, filled));
  };
  const $defs = sharedDefinitionsIn(root);
  if (!$defs || own.has(root)) return filled(root);
  return { ...filled({ ...root, $defs: {} }), $defs: filledDefinitions(shared)($defs) };
}

function fills(schema: JSONSchema): boolean {
  return filledNames(schema).size > 0;
}

const haveFilled = remembered((components: readonly JSONSchema[]) =>
  components.some((one) => hasFilled(one)),
);

const hasFilled = remembered((schema: JSONSchema) => schemasIn(schema).some(fills));

/** One object for each Set, so that many schemas can share it. */
const filledDefinitions = remembered((unfilled: ReadonlySet<JSONSchema>) =>
  remembered(
    ($defs: JSONSchema) =>
      mapSchemas({ $defs }, (one) => (unfilled.has(one) ? one : filledShared(one))).$defs,
  ),
);

/** The result for a component of the App is made once, so that many schemas can share it. */
const filledShared = remembered((component: JSONSchema) => markShared(filledAlone(component)));

function filledAlone(schema: JSONSchema): JSONSchema {
  if (!schemasIn(schema).some(fills)) return schema;
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

const fillings = {
  all: { own: true, components: true },
  components: { own: false, components: true },
  own: { own: true, components: false },
  none: { own: false, components: false },
} as const;

type FillingText = keyof typeof fillings;

function textOf({ own, components }: Filling): FillingText {
  if (own) return components ? "all" : "own";
  return components ? "components" : "none";
}

/** The schemas that apply, directly or by a reference, under a keyword where ajv fills in no defaults. */
interface Unfilled {
  readonly own: ReadonlySet<JSONSchema>;
  /** Those of shared `$defs`, if {@link sharedDefinitionsIn} finds some. */
  readonly shared: ReadonlySet<JSONSchema>;
}

function unfilledIn(root: JSONSchema): Unfilled {
  const seen = new Map<string, Set<JSONSchema>>();
  const unfilled = new Set<JSONSchema>();
  const $defs = sharedDefinitionsIn(root);
  const shared = new Set<SharedPlace>();
  visit(root, { own: true, components: true });
  return { own: unfilled, shared: unfilledAmong($defs ? placesFrom($defs)(shared) : shared) };

  function visit(schema: JSONSchema, filling: Filling): void {
    if (!isNew(schema, filling)) return;
    const placed = isInShared(schema) ? placedInShared(schema, textOf(filling)) : placedIn(schema, filling);
    const news = placed.filter((one) => one.schema === schema || isNew(one.schema, one.filling));
    for (const { schema: one, filling: at } of news) {
      if (!at.own) unfilled.add(one);
      for (const { target } of targetsOf(root, one)) {
        if (!isInShared(target)) visit(target, at);
        else if ($defs) shared.add(placeOf(target, at.components));
        else visit(target, { ...at, own: at.components });
      }
    }
  }

  function isNew(schema: JSONSchema, filling: Filling): boolean {
    const known = seen.get(textOf(filling)) ?? new Set();
    if (known.has(schema)) return false;
    seen.set(textOf(filling), known.add(schema));
    return true;
  }
}

/** A schema of shared `$defs`, as one of the places that refer to it applies it. */
interface SharedPlace {
  readonly schema: JSONSchema;
  readonly isFilled: boolean;
}

const placeOf = remembered((schema: JSONSchema, isFilled: boolean): SharedPlace => ({ schema, isFilled }));

/** Finds the places to which others in shared `$defs` lead, once for all schemas that have these `$defs`. */
const placesFrom = remembered(($defs: JSONSchema) =>
  closuresBy(({ schema, isFilled }: SharedPlace) =>
    placedInShared(schema, isFilled ? "all" : "none").flatMap(({ schema: one, filling }) =>
      targetsOf({ $defs }, one).map(({ target }) => placeOf(target, filling.components)),
    ),
  ),
);

const unfilledAmong = remembered(
  (places: ReadonlySet<SharedPlace>): ReadonlySet<JSONSchema> =>
    new Set([...places].filter(({ isFilled }) => !isFilled).map(({ schema }) => schema)),
);

interface PlacedSchema {
  readonly schema: JSONSchema;
  readonly filling: Filling;
}

/** A component of the App, and the schemas within it that have references: {@link withFilledMembers} reads no others. */
const placedInShared = remembered((component: JSONSchema, filling: FillingText) =>
  placedIn(component, fillings[filling]).filter(
    ({ schema }) => schema === component || referenceOf(schema) !== undefined || mappingOf(schema).size > 0,
  ),
);

function placedIn(schema: JSONSchema, filling: Filling): readonly PlacedSchema[] {
  const { own, components } = filling;
  const within = Object.entries(schema).flatMap(([keyword, value]) => {
    if (ruleOf(keyword)?.role === "name") return [];
    const below = {
      own: own && !leavesDefaults(keyword),
      components: components && !leavesComponentDefaults(schema, keyword),
    };
    return childSchemas(keyword, value).flatMap((child) => placedIn(child, below));
  });
  return [{ schema, filling }, ...within];
}
