import { once, onceEach } from "../../core/model/collections";
import { canonical } from "../../schema/interface/json-value";
import type { JSONSchema } from "../../schema/interface/schema";
import { isObject, pointerStep } from "../../core/model/value";
import { clauseMaker, reachedSchemas } from "../../schema/json-schema/normal";
import { isSchema, schemasAmong } from "../../schema/json-schema/subschema";

/** Lists the members and alternatives of a schema that a value has, each as a text: `/owner{}`, `/mood="calm"`. */
export type ReadReached = (value: unknown) => ReadonlySet<string>;

/** All schemas that may apply at one place of a value. */
interface Place {
  /** The values of each `const` and `enum`, as JSON. */
  readonly constants: () => ReadonlySet<string>;
  /** The members with a `const`, which tell alternatives apart: `kind` for `{ kind: "card" }`. */
  readonly tags: () => readonly string[];
  readonly item: () => Place;
  /** Undefined for a member that no schema names. */
  readonly member: (name: string) => { readonly step: string; readonly place: Place } | undefined;
}

/** The maximum depth: members deeper in a recursive value repeat those above them. */
const deepest = 12;

/** Makes the function for a schema. Without a schema, each name and each kind of a value counts. */
export function reachedIn(root: JSONSchema | undefined): ReadReached {
  const top = placeIn(root ?? {});
  return (value) => {
    const found = new Set<string>();
    visit(value, { place: top, at: "", depth: 0 }, found);
    return found;
  };
}

interface Visit {
  readonly place: Place;
  readonly at: string;
  readonly depth: number;
}

function visit(value: unknown, { place, at, depth }: Visit, found: Set<string>): void {
  if (depth > deepest) return;
  const into = (inner: unknown, to: Place, step: string): void => {
    visit(inner, { place: to, at: step, depth: depth + 1 }, found);
  };
  if (Array.isArray(value)) {
    found.add(`${at}[]`);
    for (const item of value) into(item, place.item(), `${at}/*`);
  } else if (isObject(value)) {
    // Members of one name in two alternatives are two members.
    const alternative = `${at}${tagsIn(value, place)}`;
    found.add(`${alternative}{}`);
    for (const [name, one] of Object.entries(value)) {
      const member = place.member(name);
      if (member) into(one, member.place, `${alternative}/${member.step}`);
    }
  } else found.add(`${at}=${scalarIn(value, place)}`);
}

function tagsIn(value: object, place: Place): string {
  const tags = place.tags().filter((name) => Object.hasOwn(value, name));
  return tags.map((name) => `?${name}=${canonical(Reflect.get(value, name))}`).join("");
}

/** A value of an `enum` is an alternative. All other texts are one, and so are all other numbers. */
function scalarIn(value: unknown, place: Place): string {
  const text = canonical(value);
  return value === null || place.constants().has(text) ? text : typeof value;
}

function placeIn(root: JSONSchema): Place {
  const maker = clauseMaker(root);
  const placeOf = (schemas: readonly JSONSchema[]): Place => {
    const reached = once(() => reachedSchemas(maker, schemas));
    return {
      constants: once(() => new Set(reached().flatMap(constantsOf).map(canonical))),
      tags: once(() => [...new Set(reached().flatMap((one) => tagsOf(one, maker)))]),
      item: once(() =>
        placeOf(reached().flatMap(({ items, prefixItems }) => schemasAmong([items, prefixItems].flat()))),
      ),
      member: onceEach((name) => memberAt(name, reached(), placeOf)),
    };
  };
  return placeOf([root]);
}

function constantsOf({ const: constant, enum: values }: JSONSchema): readonly unknown[] {
  return [
    ...(constant === undefined ? [] : [constant]),
    ...(Array.isArray(values) ? (values as unknown[]) : []),
  ];
}

function tagsOf({ properties }: JSONSchema, maker: ReturnType<typeof clauseMaker>): readonly string[] {
  return Object.entries(properties ?? {}).flatMap(([name, member]) =>
    isSchema(member) && reachedSchemas(maker, [member]).some((one) => one.const !== undefined) ? name : [],
  );
}

/** The keys of a record are data, so all of its members are one. */
function memberAt(
  name: string,
  reached: readonly JSONSchema[],
  placeOf: (schemas: readonly JSONSchema[]) => Place,
): ReturnType<Place["member"]> {
  const owning = schemasAmong(reached.map(({ properties }) => properties));
  const named = owning.flatMap((properties) => (Object.hasOwn(properties, name) ? [properties[name]] : []));
  if (named.length > 0) return { step: pointerStep(name), place: placeOf(schemasAmong(named)) };
  const others = reached.flatMap(({ patternProperties, additionalProperties }) =>
    schemasAmong([...(Object.values(patternProperties ?? {}) as unknown[]), additionalProperties]),
  );
  if (others.length > 0) return { step: "*", place: placeOf(others) };
  return owning.length > 0 ? undefined : { step: pointerStep(name), place: placeOf([]) };
}
