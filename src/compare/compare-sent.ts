import { isSchema } from "../json-schema/subschema";
import type { OpenAPIOperation, OpenAPIPathItem } from "../model/openapi";
import { operationsOf } from "../model/path-item";
import {
  compareContents,
  compareHeaders,
  contentByType,
  memberSchemasOf,
  type MemberSchemas,
} from "./compare-bodies";
import { compareParameters, documentedParametersOf, type ParameterIn } from "./compare-parameters";
import type { Difference, PartDifference } from "./difference";
import type { DocumentedOperation } from "./documented-operation";
import type { FollowReference } from "../json-schema/targets";

/**
 * Compares an operation that the API itself calls, of a webhook or a callback: its body is judged as a response, and
 * the expected answer as a request.
 */
export function compareSent(
  before: DocumentedOperation,
  after: DocumentedOperation,
): readonly PartDifference[] {
  return [
    ...compareSentParameters(before, after),
    ...compareSentBodies(before, after),
    ...compareExpectedAnswers(before, after),
  ];
}

function compareSentParameters(
  before: DocumentedOperation,
  after: DocumentedOperation,
): readonly PartDifference[] {
  return compareHeaders(
    { headers: headersIn(before), resolve: before.resolve },
    { headers: headersIn(after), resolve: after.resolve },
    "request",
  );
}

/** The sent headers, in the form of a response's headers. */
function headersIn(operation: DocumentedOperation): MemberSchemas {
  const isHeader = ({ parameter }: ParameterIn): boolean => parameter.in === "header";
  return Object.fromEntries(
    documentedParametersOf(operation)
      .filter(isHeader)
      .map(({ parameter }) => [parameter.name, parameter]),
  );
}

function compareSentBodies(
  before: DocumentedOperation,
  after: DocumentedOperation,
): readonly PartDifference[] {
  const part = "request body";
  const was = memberSchemasOf(before.operation.requestBody, before.resolve);
  const is = memberSchemasOf(after.operation.requestBody, after.resolve);
  if (!was) return is ? [{ part, text: "was added", isBreaking: false }] : [];
  if (!is) return [{ part, text: "was removed", isBreaking: true }];
  const [wasRequired, isRequired] = [was.required === true, is.required === true];
  const presence = isRequired
    ? { part, text: "is now always present", isBreaking: false }
    : { part, text: "is no longer always present", isBreaking: true };
  return [
    ...(wasRequired === isRequired ? [] : [presence]),
    ...compareContents(
      { content: contentByType(was), resolve: before.resolve },
      { content: contentByType(is), resolve: after.resolve },
      { direction: "response", part },
    ),
  ];
}

function compareExpectedAnswers(
  before: DocumentedOperation,
  after: DocumentedOperation,
): readonly PartDifference[] {
  const [all, others] = [before.operation.responses, after.operation.responses];
  return [...new Set([...Object.keys(all), ...Object.keys(others)])].flatMap((status) => {
    const part = `response ${status}`;
    const was = memberSchemasOf(all[status], before.resolve);
    const is = memberSchemasOf(others[status], after.resolve);
    if (!was) return [{ part, text: "was added", isBreaking: false }];
    if (!is) return [{ part, text: "is no longer expected", isBreaking: true }];
    return [
      ...compareParameters(expectedHeaders(was, before.resolve), expectedHeaders(is, after.resolve)).map(
        (one) => ({ ...one, part: `${part}, ${one.part}` }),
      ),
      ...compareExpectedBodies(
        { content: contentByType(was), resolve: before.resolve },
        { content: contentByType(is), resolve: after.resolve },
        part,
      ),
    ];
  });
}

/** The headers of an answer, in the form of a request's headers. */
function expectedHeaders({ headers }: MemberSchemas, resolve: FollowReference): readonly ParameterIn[] {
  return Object.entries(memberSchemasOf(headers, resolve) ?? {}).flatMap(([name, written]) => {
    const header = memberSchemasOf(written, resolve);
    if (!header) return [];
    const parameter = { ...header, name, in: "header" as const };
    return [{ parameter, key: name.toLowerCase(), name: `header ${name}`, resolve }];
  });
}

type Content = Parameters<typeof compareContents>[0];

/** Compares the bodies of expected answers: an added or removed body is one difference of the whole body. */
function compareExpectedBodies(before: Content, after: Content, part: string): readonly PartDifference[] {
  const [had, has] = [before.content.size > 0, after.content.size > 0];
  if (!had && has) return [{ part, text: "a body was added, and is expected", isBreaking: true }];
  if (had && !has) return [{ part, text: "the body was removed", isBreaking: true }];
  return compareContents(before, after, { direction: "request", part });
}

/** Compares the callbacks of an operation that clients call. */
export function compareCallbacks(
  before: DocumentedOperation,
  after: DocumentedOperation,
): readonly PartDifference[] {
  const was = callbacksOf(before);
  const is = callbacksOf(after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [one, other] = [was.get(name), is.get(name)];
    if (!one) return [{ part: name, text: "was added", isBreaking: false }];
    if (!other) return [{ part: name, text: "is no longer sent", isBreaking: true }];
    return compareSent(one, other).map((difference) => ({
      ...difference,
      part: `${name}, ${difference.part}`,
    }));
  });
}

/** The operations of the callbacks by their places: `callback onEvent, POST {$request.body#/url}`. */
function callbacksOf(caller: DocumentedOperation): ReadonlyMap<string, DocumentedOperation> {
  const { operation, resolve } = caller;
  const found = new Map<string, DocumentedOperation>();
  for (const [name, written] of Object.entries(operation.callbacks ?? {})) {
    const callback = memberSchemasOf(written, resolve) ?? {};
    for (const [path, one] of Object.entries(callback)) {
      const item = memberSchemasOf(one, resolve);
      // A Path Item Object, as a document has it.
      for (const sent of item ? operationsOf(item) : []) {
        if (!isWhole(sent.operation)) continue;
        const place = `callback ${name}, ${sent.method} ${path}`;
        found.set(place, { ...caller, ...sent, name: place, path, item: item as OpenAPIPathItem });
      }
    }
  }
  return found;
}

/** A document may hold anything under a callback. */
function isWhole(operation: OpenAPIOperation): boolean {
  return isSchema(operation) && isSchema(operation.responses);
}

/** The difference for a whole operation that the API started or stopped calling. */
export function wholeSent({ name: operation }: DocumentedOperation, kind: "added" | "removed"): Difference {
  const isBreaking = kind === "removed";
  const text = isBreaking ? "is no longer sent" : "was added";
  return { operation, part: "", place: operation, text, kind, isBreaking };
}
