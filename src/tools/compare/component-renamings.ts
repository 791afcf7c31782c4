import { isSchema } from "../../json-schema/subschema";
import { documentedParametersOf } from "./compare-parameters";
import type { DocumentedOperation } from "./documented-operation";

/** A component that an operation referred to, and the one it refers to now; undefined if there is none. */
export interface ComponentRenaming {
  readonly old: string;
  readonly now: string | undefined;
}

/**
 * Finds the renamed components of an operation's parameters, bodies and headers, each once: both documents are compared
 * place by place, at any depth.
 */
export function componentRenamings(
  was: DocumentedOperation,
  is: DocumentedOperation,
): readonly ComponentRenaming[] {
  const found = new Map<string, ComponentRenaming>();
  const visited = new Set<string>();
  const sides: Sides = { was, is };

  function compare(old: unknown, now: unknown): void {
    // A place on one side only is a difference of requests or answers.
    if (old === undefined || now === undefined) return;
    const [oldName, newName] = [componentIn(old), componentIn(now)];
    if (oldName !== undefined && oldName !== newName) {
      found.set(JSON.stringify([oldName, newName ?? null]), { old: oldName, now: newName });
    }
    const key = pairKey(old, now);
    if (key !== undefined && visited.has(key)) return;
    if (key !== undefined) visited.add(key);
    const [one, other] = [resolvedValue(old, sides.was), resolvedValue(now, sides.is)];
    for (const [member, otherMember] of pairsOf(one, other)) compare(member, otherMember);
  }

  for (const [old, now] of partsOfBoth(sides)) compare(old, now);
  return [...found.values()];
}

interface Sides {
  readonly was: DocumentedOperation;
  readonly is: DocumentedOperation;
}

/** The parts of an operation on both sides, place by place: parameters match by their keys, in any order. */
function partsOfBoth({ was, is }: Sides): readonly (readonly [unknown, unknown])[] {
  const parameters = new Map(documentedParametersOf(is).map(({ key, parameter }) => [key, parameter]));
  return [
    ...documentedParametersOf(was).map(({ key, parameter }) => [parameter, parameters.get(key)] as const),
    [was.operation.requestBody, is.operation.requestBody],
    [was.operation.responses, is.operation.responses],
  ];
}

/** The members of two values at the same place; list items match if they refer to one component, otherwise by position. */
function pairsOf(one: unknown, other: unknown): readonly (readonly [unknown, unknown])[] {
  if (Array.isArray(one) && Array.isArray(other)) return listPairs(one, other);
  if (!isSchema(one) || !isSchema(other)) return [];
  return Object.keys(one)
    .filter((name) => name !== "$ref" && Object.hasOwn(other, name))
    .map((name) => [one[name], other[name]] as const);
}

function listPairs(
  one: readonly unknown[],
  other: readonly unknown[],
): readonly (readonly [unknown, unknown])[] {
  const names = new Set(one.map(componentIn).filter((name) => name !== undefined));
  const left = other.filter((member) => !names.has(componentIn(member) ?? ""));
  const kept = new Map(other.map((member) => [componentIn(member), member]));
  return one.map((member) => {
    const name = componentIn(member);
    if (name !== undefined && kept.has(name)) return [member, kept.get(name)] as const;
    return [member, left.shift()] as const;
  });
}

function pairKey(old: unknown, now: unknown): string | undefined {
  const [reference, other] = [referenceIn(old), referenceIn(now)];
  return reference === undefined || other === undefined ? undefined : JSON.stringify([reference, other]);
}

function resolvedValue(value: unknown, { resolve }: DocumentedOperation): unknown {
  const reference = referenceIn(value);
  return isSchema(value) && reference !== undefined ? resolve(value, reference) : value;
}

function referenceIn(value: unknown): string | undefined {
  return isSchema(value) && typeof value.$ref === "string" ? value.$ref : undefined;
}

/** `Cat` of `{ $ref: "#/components/schemas/Cat" }`. */
function componentIn(value: unknown): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/.exec(referenceIn(value) ?? "")?.[1];
}
