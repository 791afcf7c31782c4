import { documentedShape } from "../http/path-template";
import type { OpenAPIComponents, OpenAPIPathItem, OpenAPITag } from "../schema/interface/openapi";
import type { Operation } from "../core/model/route";
import { isRecord } from "../core/model/value";

export type Paths = Record<string, OpenAPIPathItem>;

/** The methods of the generated operations, by path without parameter names: `"/cats/{}"` has `"get"`. */
export type GeneratedMethods = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Merges the application's own paths into a document. An own operation for a route of other versions only is left out:
 * `elsewhere` has the methods of the routes in all versions.
 */
export function mergePaths(generated: Paths, own: object, elsewhere: GeneratedMethods): Paths {
  const merged = new Map<string, object>(Object.entries(generated));
  const here = new Map(Object.keys(generated).map((path) => [documentedShape(path), path]));
  for (const [path, item] of Object.entries(own) as [string, unknown][]) {
    const shape = documentedShape(path);
    const methods = elsewhere.get(shape);
    const known = here.get(shape);
    if (!isRecord(item) || (methods && known === undefined)) continue;
    const under = merged.get(known ?? path) ?? {};
    merged.set(known ?? path, mergeMembers(under, overridesFor(under, item, methods)));
  }
  // The cast trusts the application to write complete items for paths that no route has.
  return Object.fromEntries(merged) as Paths;
}

function overridesFor(under: object, item: object, elsewhere: ReadonlySet<string> | undefined): object {
  const words = Object.entries(item).flatMap(([member, override]: [string, unknown]) => {
    if (member === "additionalOperations" && isRecord(override)) {
      const known: unknown = Reflect.get(under, member);
      const about = overridesFor(isRecord(known) ? known : {}, override, elsewhere);
      return Object.keys(about).length === 0 ? [] : [[member, about] as const];
    }
    const isHere = Object.hasOwn(under, member) || elsewhere?.has(member.toLowerCase()) !== true;
    return isHere ? [[member, override] as const] : [];
  });
  return Object.fromEntries(words);
}

export function mergeWebhooks(generated: Paths, own: object, elsewhere: ReadonlySet<string>): Paths {
  const merged = new Map<string, object>(Object.entries(generated));
  for (const [name, item] of Object.entries(own) as [string, unknown][]) {
    const known = merged.get(name);
    if (!isRecord(item) || (!known && elsewhere.has(name))) continue;
    merged.set(name, known ? mergeMembers(known, item) : item);
  }
  return Object.fromEntries(merged) as Paths;
}

/** Groups methods by path. `/cats/{id}` and `/cats/{name}` are the same path (OpenAPI 3.1.1, 4.8.8.2). */
export function methodsByShape(operations: readonly Operation[]): GeneratedMethods {
  const methods = new Map<string, Set<string>>();
  for (const { path, registration } of operations) {
    const shape = documentedShape(path);
    methods.set(shape, (methods.get(shape) ?? new Set()).add(registration.method.toLowerCase()));
  }
  return methods;
}

/**
 * Adds the application's components to the generated ones. A generated component of the same name is replaced, unless it
 * was made from the application's own (`made`): it also tells which members a client must send.
 */
export function mergeComponents(
  generated: OpenAPIComponents,
  own: object,
  made: ReadonlySet<string>,
): OpenAPIComponents {
  const merged = new Map<string, unknown>(Object.entries(generated));
  for (const [kind, named] of Object.entries(own) as [string, unknown][]) {
    const known = merged.get(kind);
    const kept = kind === "schemas" && isRecord(known) ? membersAmong(known, made) : {};
    merged.set(kind, isRecord(known) && isRecord(named) ? { ...known, ...named, ...kept } : named);
  }
  return Object.fromEntries(merged);
}

function membersAmong(members: object, names: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));
}

export function mergeTags(own: readonly OpenAPITag[], used: ReadonlySet<string>): OpenAPITag[] {
  const declared = new Set(own.map(({ name }) => name));
  return [...own, ...[...used].filter((name) => !declared.has(name)).map((name) => ({ name }))];
}

/** Merges two objects deeply. A member of `over` that is not an object, such as a list, replaces that of `under`. */
export function mergeMembers(under: object, over: object): object {
  if (hasReference(under) || hasReference(over)) return over;
  const merged = new Map<string, unknown>(Object.entries(under));
  for (const [name, value] of Object.entries(over) as [string, unknown][]) {
    const known = merged.get(name);
    const isMerged = !wholes.has(name) && isRecord(known) && isRecord(value);
    merged.set(name, isMerged ? mergeMembers(known, value) : value);
  }
  // An object has either `example` or `examples` (OpenAPI 3.1.1, 4.8.14).
  if (Object.hasOwn(over, "examples") && !Object.hasOwn(over, "example")) merged.delete("example");
  return Object.fromEntries(merged);
}

/** Members that are replaced as a whole, because a mixture of two schemas or examples would make no sense. */
const wholes = new Set(["schema", "example", "value", "default"]);

function hasReference(members: object): boolean {
  return Object.hasOwn(members, "$ref");
}
