import { parseTemplate } from "../../http/path-template";
import type { OpenAPIDocument } from "../../model/openapi";
import { componentRenamings } from "./component-renamings";
import type { FindingKind } from "./finding-kinds";
import type { Difference, DifferenceCause } from "./difference";
import { operationsIn, type DocumentedOperation } from "./documented-operation";
import { documentedParametersOf } from "./compare-parameters";

/** The part of an operation under which such a difference is listed. */
const codePart = "generated code";

/**
 * Lists the differences that break code generated from the first document, but no request: operation ids, names of
 * components and path parameters, the first tag, the order of required parameters.
 *
 * A generator names functions by ids, types by components, classes by first tags, and passes what is required by position.
 */
export function codeDifferences(before: OpenAPIDocument, after: OpenAPIDocument): readonly Difference[] {
  const is = operationsIn(after);
  return [...operationsIn(before)].flatMap(([key, was]) => {
    const now = is.get(key);
    return now ? codeDifferencesOf(was, now).map((one) => codeDifferenceAt(was.name, one)) : [];
  });
}

/** A difference in words, and the cause that others may share. */
interface CodeDifference {
  readonly kind: FindingKind;
  readonly text: string;
  readonly cause?: Omit<DifferenceCause, "subject">;
}

function codeDifferencesOf(was: DocumentedOperation, is: DocumentedOperation): readonly CodeDifference[] {
  return [
    ...idDifference(was, is),
    ...tagDifference(was, is),
    ...pathParameterDifferences(was, is),
    ...orderDifference(was, is),
    ...componentRenamings(was, is).map(({ old, now }): CodeDifference => {
      const text = now === undefined ? "is no longer a component" : `is now the component ${named(now)}`;
      const kind = now === undefined ? "component-removed" : "component-renamed";
      return { kind, text: `the component ${named(old)} ${text}`, cause: { name: old, text } };
    }),
  ];
}

function idDifference(
  { operation: was }: DocumentedOperation,
  { operation: is }: DocumentedOperation,
): readonly CodeDifference[] {
  if (was.operationId === undefined || was.operationId === is.operationId) return [];
  return [
    {
      kind: "operation-id-changed",
      text: `the operation id ${named(was.operationId)} ${nowIs(is.operationId)}`,
    },
  ];
}

function tagDifference(
  { operation: was }: DocumentedOperation,
  { operation: is }: DocumentedOperation,
): readonly CodeDifference[] {
  const [old, now] = [was.tags?.[0], is.tags?.[0]];
  if (old === now) return [];
  const name = old === undefined ? "no first tag" : `the first tag ${named(old)}`;
  const text = nowIs(now);
  return [{ kind: "first-tag-changed", text: `${name} ${text}`, cause: { name, text } }];
}

/**
 * Compares the parameters of one path by position: their names may differ, and they become the arguments of a generated
 * function.
 */
function pathParameterDifferences(
  was: DocumentedOperation,
  is: DocumentedOperation,
): readonly CodeDifference[] {
  const names = namesInPath(is.path);
  return namesInPath(was.path).flatMap((old, i) =>
    old === names[i]
      ? []
      : [{ kind: "path-parameter-renamed", text: `the path parameter ${named(old)} ${nowIs(names[i])}` }],
  );
}

function namesInPath(path: string): readonly string[] {
  return parseTemplate(path).flatMap((segment) => ("name" in segment ? segment.name : []));
}

/** Compares the order of the parameters that both require; an added or removed one is a difference of requests. */
function orderDifference(was: DocumentedOperation, is: DocumentedOperation): readonly CodeDifference[] {
  const [old, now] = [requiredOf(was), requiredOf(is)];
  const before = old.filter(({ key }) => now.some((other) => other.key === key));
  const after = now.filter(({ key }) => old.some((other) => other.key === key));
  if (before.every(({ key }, i) => key === after[i]?.key)) return [];
  const inWords = (parameters: typeof before): string => parameters.map(({ name }) => name).join(", ");
  return [
    {
      kind: "parameter-order-changed",
      text: `the required parameters changed their order: were ${inWords(before)}; are ${inWords(after)}`,
    },
  ];
}

function requiredOf(
  operation: DocumentedOperation,
): readonly { readonly key: string; readonly name: string }[] {
  return documentedParametersOf(operation).filter(({ parameter }) => parameter.required === true);
}

function nowIs(name: string | undefined): string {
  return name === undefined ? "was removed" : `is now ${named(name)}`;
}

function named(name: string): string {
  return JSON.stringify(name);
}

function codeDifferenceAt(operation: string, { kind, text, cause }: CodeDifference): Difference {
  return {
    operation,
    part: codePart,
    place: `${operation}, ${codePart}`,
    text,
    kind,
    extent: "changed",
    isBreaking: true,
    ...(cause ? { cause: { name: cause.name, text: `${codePart}: ${cause.text}`, subject: codePart } } : {}),
  };
}
