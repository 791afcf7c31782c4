import { isSchema } from "../../schema/json-schema/subschema";
import type { OpenAPIDocument } from "../../schema/interface/openapi";
import { documentedParametersOf, namesInPath, type ParameterIn } from "./compare-parameters";
import { both, breaking, differenceAt, inPart, pairsByKey } from "./difference";
import type { Difference, DifferenceVerdict, Pair } from "./difference";
import { operationsIn, type DocumentedOperation } from "./documented-operation";
import type { FindingKind } from "./finding-kinds";

const codePart = "generated code";

/**
 * Lists the differences that break only code generated from `before`. Code generators use operation ids, the first
 * tag of each operation, the names of components and path parameters, and the order of required parameters.
 */
export function codeDifferences(before: OpenAPIDocument, after: OpenAPIDocument): readonly Difference[] {
  return pairsByKey(both({ was: before, is: after }, operationsIn)).flatMap(({ was, is }) =>
    was && is
      ? inPart(codePart, codeDifferencesOf({ was, is })).map((one) => differenceAt(was.name, one))
      : [],
  );
}

function codeDifferencesOf(pair: Pair<DocumentedOperation>): readonly DifferenceVerdict[] {
  return [
    ...idDifference(pair),
    ...tagDifference(pair),
    ...pathParameterDifferences(pair),
    ...orderDifference(pair),
    ...componentRenamings(pair),
  ];
}

/** Creates a difference that operations may share, such as a renamed tag. A report shows it once, under its `cause`. */
function sharedDifference(kind: FindingKind, subject: string, name: string, text: string): DifferenceVerdict {
  return {
    ...breaking(kind, `${subject} ${text}`),
    cause: { name, text: `${codePart}: ${text}`, subject: codePart },
  };
}

function idDifference({ was, is }: Pair<DocumentedOperation>): readonly DifferenceVerdict[] {
  const [old, now] = [was.operation.operationId, is.operation.operationId];
  if (old === undefined || old === now) return [];
  return [breaking("operation-id-changed", `the operation id ${named(old)} ${nowIs(now)}`)];
}

function tagDifference({ was, is }: Pair<DocumentedOperation>): readonly DifferenceVerdict[] {
  const [old, now] = [was.operation.tags?.[0], is.operation.tags?.[0]];
  if (old === now) return [];
  const name = old === undefined ? "no first tag" : `the first tag ${named(old)}`;
  return [sharedDifference("first-tag-changed", name, name, nowIs(now))];
}

/** Reports a path parameter whose name has changed: generated clients use the name for an argument or a member. */
function pathParameterDifferences({ was, is }: Pair<DocumentedOperation>): readonly DifferenceVerdict[] {
  const names = namesInPath(is.path);
  return namesInPath(was.path).flatMap((old, i) =>
    old === names[i]
      ? []
      : [breaking("path-parameter-renamed", `the path parameter ${named(old)} ${nowIs(names[i])}`)],
  );
}

/** Compares the order of parameters that both documents require, because generated functions take them in order. */
function orderDifference({ was, is }: Pair<DocumentedOperation>): readonly DifferenceVerdict[] {
  const [old, now] = [requiredOf(was), requiredOf(is)];
  const before = old.filter(({ key }) => now.some((other) => other.key === key));
  const after = now.filter(({ key }) => old.some((other) => other.key === key));
  if (before.every(({ key }, i) => key === after[i]?.key)) return [];
  const [were, are] = [before, after].map((all) => all.map(({ name }) => name).join(", "));
  const text = `the required parameters changed their order: were ${were}; are ${are}`;
  return [breaking("parameter-order-changed", text)];
}

function requiredOf(operation: DocumentedOperation): readonly ParameterIn[] {
  return documentedParametersOf(operation).filter(({ parameter }) => parameter.required === true);
}

function nowIs(name: string | undefined): string {
  return name === undefined ? "was removed" : `is now ${named(name)}`;
}

function named(name: string): string {
  return JSON.stringify(name);
}

/** Reports that a reference at the same place of an operation now leads to another component, such as `Kitten`. */
function componentRenamings({ was, is }: Pair<DocumentedOperation>): readonly DifferenceVerdict[] {
  const found = new Map<string, DifferenceVerdict>();
  const visited = new Set<string>();
  for (const [old, now] of partsOfBoth({ was, is })) compare(old, now);
  return [...found.values()];

  function compare(old: unknown, now: unknown): void {
    // `compareDocuments` reports a value that only one document has, so such a value is skipped here.
    if (old === undefined || now === undefined) return;
    const [oldName, newName] = [componentIn(old), componentIn(now)];
    if (oldName !== undefined && oldName !== newName) {
      found.set(JSON.stringify([oldName, newName ?? null]), renaming(oldName, newName));
    }
    const [reference, other] = [referenceIn(old), referenceIn(now)];
    if (reference !== undefined && other !== undefined) {
      const key = JSON.stringify([reference, other]);
      if (visited.has(key)) return;
      visited.add(key);
    }
    const members = pairsOf(resolvedValue(old, was), resolvedValue(now, is));
    for (const [member, otherMember] of members) compare(member, otherMember);
  }
}

function renaming(old: string, now: string | undefined): DifferenceVerdict {
  const subject = `the component ${named(old)}`;
  return now === undefined
    ? sharedDifference("component-removed", subject, old, "is no longer a component")
    : sharedDifference("component-renamed", subject, old, `is now the component ${named(now)}`);
}

type ValuesAtPlace = readonly (readonly [old: unknown, now: unknown])[];

function partsOfBoth({ was, is }: Pair<DocumentedOperation>): ValuesAtPlace {
  const parameters = new Map(documentedParametersOf(is).map(({ key, parameter }) => [key, parameter]));
  return [
    ...documentedParametersOf(was).map(({ key, parameter }) => [parameter, parameters.get(key)] as const),
    [was.operation.requestBody, is.operation.requestBody],
    [was.operation.responses, is.operation.responses],
  ];
}

/** Pairs members by name. Pairs items of lists by the component to which they refer, or otherwise by position. */
function pairsOf(one: unknown, other: unknown): ValuesAtPlace {
  if (Array.isArray(one) && Array.isArray(other)) return listPairs(one, other);
  if (!isSchema(one) || !isSchema(other)) return [];
  return Object.keys(one)
    .filter((name) => name !== "$ref" && Object.hasOwn(other, name))
    .map((name) => [one[name], other[name]] as const);
}

function listPairs(one: readonly unknown[], other: readonly unknown[]): ValuesAtPlace {
  const names = new Set(one.map(componentIn).filter((name) => name !== undefined));
  const left = other.filter((member) => !names.has(componentIn(member) ?? ""));
  const byName = new Map(other.map((member) => [componentIn(member), member]));
  return one.map((member) => {
    const name = componentIn(member);
    const isKept = name !== undefined && byName.has(name);
    return [member, isKept ? byName.get(name) : left.shift()] as const;
  });
}

function resolvedValue(value: unknown, { resolve }: DocumentedOperation): unknown {
  const reference = referenceIn(value);
  return isSchema(value) && reference !== undefined ? resolve(value, reference) : value;
}

function referenceIn(value: unknown): string | undefined {
  return isSchema(value) && typeof value.$ref === "string" ? value.$ref : undefined;
}

/** Reads the component in a reference: `Cat` in `{ $ref: "#/components/schemas/Cat" }`. */
function componentIn(value: unknown): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/.exec(referenceIn(value) ?? "")?.[1];
}
