import { isSchema } from "../../json-schema/subschema";
import type { FollowReference } from "../../json-schema/targets";
import type { JSONSchema } from "../../model/schema";
import { isLifecycleHeader } from "./without-lifecycle";
import { compareParameters, documentedParametersOf, type ParameterIn } from "./compare-parameters";
import { compareSchemas } from "./compare-schemas";
import {
  breaking,
  harmless,
  inPart,
  pairsByKey,
  subjectOf,
  withCause,
  type Direction,
  type DifferenceVerdict,
  type PartDifference,
} from "./difference";
import { documentedOperations, followed, itemsIn, type DocumentedOperation } from "./documented-operation";
import { schemaSide } from "./value-alternatives";

/** A part that is compared: who sends it, its name, and how references are followed on each side. */
interface ComparedPart {
  readonly direction: Direction;
  readonly part: string;
  readonly follow: { readonly was: FollowReference; readonly is: FollowReference };
}

function followBoth(before: DocumentedOperation, after: DocumentedOperation): ComparedPart["follow"] {
  return { was: before.resolve, is: after.resolve };
}

/** Compares the body that an operation is called with: by clients, or, of a webhook or callback, by the API. */
export function compareCallBodies(
  before: DocumentedOperation,
  after: DocumentedOperation,
  direction: Direction,
): readonly PartDifference[] {
  const part = "request body";
  const was = followed(before.operation.requestBody, before.resolve);
  const is = followed(after.operation.requestBody, after.resolve);
  if (was && is) {
    return [
      ...inPart(part, comparePresence("body", [was, is], direction)),
      ...compareContents(was, is, { direction, part, follow: followBoth(before, after) }),
    ];
  }
  if (was) return inPart(part, [breaking("body-removed", "was removed")]);
  if (!is) return [];
  return inPart(part, [
    direction === "request" && is.required === true
      ? breaking("required-body-added", "was added, and is required")
      : harmless("body-added", "was added"),
  ]);
}

/** Compares if a body or header is there: the sender of a request must send it, the receiver of a response relies on it. */
function comparePresence(
  subject: "body" | "header",
  [before, after]: readonly [JSONSchema, JSONSchema],
  direction: Direction,
): readonly DifferenceVerdict[] {
  const [was, is] = [before.required === true, after.required === true];
  if (was === is) return [];
  const became = is ? "required" : "optional";
  const present = is ? "is now always present" : "is no longer always present";
  return [
    {
      kind: `${subject}-became-${became}`,
      text: direction === "request" ? `became ${became}` : present,
      isBreaking: is === (direction === "request"),
    },
  ];
}

/** Compares the answers of an operation, status by status: those that the API sends, or that it expects. */
export function compareAnswers(
  before: DocumentedOperation,
  after: DocumentedOperation,
  direction: Direction,
): readonly PartDifference[] {
  const follow = followBoth(before, after);
  return pairsByKey(answersOf(before), answersOf(after)).flatMap(({ key: status, was, is }) => {
    const part = `response ${status}`;
    const differences =
      was && is
        ? compareAnswer(was, is, { direction, part, follow })
        : inPart(part, [wholeAnswer(status, is !== undefined, direction)]);
    return direction === "response" ? withErrorCause(status, differences) : differences;
  });
}

function answersOf({ operation, resolve }: DocumentedOperation): ReadonlyMap<string, JSONSchema | undefined> {
  const answers = Object.entries(operation.responses);
  return new Map(answers.map(([status, answer]) => [status, followed(answer, resolve)]));
}

/** An answer that exists on one side: a 403 shows a new guard, and nobody misses an error that is no longer answered. */
function wholeAnswer(status: string, isAdded: boolean, direction: Direction): DifferenceVerdict {
  if (isAdded) {
    return direction === "response" && (status === "401" || status === "403")
      ? breaking("denial-added", "was added: requests may now be denied")
      : harmless("response-added", "was added");
  }
  if (direction === "request") return breaking("response-removed", "is no longer expected");
  return { kind: "response-removed", text: "was removed", isBreaking: !isErrorStatus(status) };
}

function compareAnswer(was: JSONSchema, is: JSONSchema, of: ComparedPart): readonly PartDifference[] {
  const { part, follow } = of;
  const [headers, newHeaders] = [followed(was.headers, follow.was), followed(is.headers, follow.is)];
  if (of.direction === "response") {
    return [...compareHeaders(headers, newHeaders, of), ...compareContents(was, is, of)];
  }
  const expected = compareParameters(
    expectedHeaders(headers, follow.was),
    expectedHeaders(newHeaders, follow.is),
  );
  return [
    ...expected.map((one) => ({ ...one, part: `${part}, ${one.part}` })),
    ...compareExpectedBodies(was, is, of),
  ];
}

/** The headers of an answer, in the form of a request's headers. */
function expectedHeaders(headers: JSONSchema = {}, resolve: FollowReference): readonly ParameterIn[] {
  return Object.entries(headers).flatMap(([name, written]) => {
    const header = followed(written, resolve);
    if (!header) return [];
    const parameter = { ...header, name, in: "header" as const };
    return [{ parameter, key: name.toLowerCase(), name: `header ${name}`, resolve }];
  });
}

/** Compares the bodies of expected answers: an added or removed body is one difference of the whole body. */
function compareExpectedBodies(was: JSONSchema, is: JSONSchema, of: ComparedPart): readonly PartDifference[] {
  const [had, has] = [was, is].map((answer) => contentByType(answer).size > 0);
  if (had === has) return compareContents(was, is, of);
  return inPart(of.part, [
    has
      ? breaking("body-added", "a body was added, and is expected")
      : breaking("body-removed", "the body was removed"),
  ]);
}

/**
 * Many operations answer errors alike: the errors are the shared cause of a difference, unless a component or a header
 * is.
 */
function withErrorCause(status: string, differences: readonly PartDifference[]): readonly PartDifference[] {
  if (!isErrorStatus(status)) return differences;
  return differences.map((one) => {
    const isWhole = ["response-added", "response-removed", "denial-added"].includes(one.kind);
    const text = isWhole ? `${status} ${one.text}` : one.text;
    return { ...one, cause: one.cause ?? { name: "errors", text, subject: subjectOf(one) } };
  });
}

function isErrorStatus(status: string): boolean {
  return /^[45]/.test(status);
}

/**
 * Compares an operation that the API itself calls, of a webhook or a callback: its body is judged as a response, and
 * the expected answer as a request.
 */
export function compareSent(
  before: DocumentedOperation,
  after: DocumentedOperation,
): readonly PartDifference[] {
  const of: ComparedPart = { direction: "response", part: "request", follow: followBoth(before, after) };
  return [
    ...compareHeaders(headersIn(before), headersIn(after), of),
    ...compareCallBodies(before, after, "response"),
    ...compareAnswers(before, after, "request"),
  ];
}

/** The sent headers, in the form of a response's headers. */
function headersIn(operation: DocumentedOperation): JSONSchema {
  const headers = documentedParametersOf(operation).filter(({ parameter }) => parameter.in === "header");
  return Object.fromEntries(headers.map(({ parameter }) => [parameter.name, parameter]));
}

/** Compares the callbacks of an operation that clients call. */
export function compareCallbacks(
  before: DocumentedOperation,
  after: DocumentedOperation,
): readonly PartDifference[] {
  return pairsByKey(callbacksOf(before), callbacksOf(after)).flatMap(({ key: name, was, is }) => {
    if (!was) return inPart(name, [harmless("callback-added", "was added")]);
    if (!is) return inPart(name, [breaking("callback-removed", "is no longer sent")]);
    return compareSent(was, is).map((inner) => ({ ...inner, part: `${name}, ${inner.part}` }));
  });
}

/** The operations of the callbacks by their places: `callback onEvent, POST {$request.body#/url}`. */
function callbacksOf({ operation, ...side }: DocumentedOperation): ReadonlyMap<string, DocumentedOperation> {
  const { callbacks = {} } = operation;
  const found = Object.entries(callbacks).flatMap(([callback, written]) =>
    documentedOperations(
      itemsIn(written, side.resolve),
      side,
      (method, path) => `callback ${callback}, ${method} ${path}`,
    ),
  );
  // A document may hold anything under a callback.
  const whole = found.filter(({ operation: sent }) => isSchema(sent) && isSchema(sent.responses));
  return new Map(whole.map((sent) => [sent.name, sent]));
}

/** Compares the content of a body, media type by media type. */
function compareContents(
  before: JSONSchema,
  after: JSONSchema,
  { direction, part, follow }: ComparedPart,
): readonly PartDifference[] {
  const [was, is] = [contentByType(before), contentByType(after)];
  const pairs = pairsByKey(was, is);
  return pairs.flatMap(({ key: type, was: schema, is: newSchema }) => {
    // If there is one type on each side, its name adds nothing.
    const place = pairs.length === 1 ? part : `${part} (${type})`;
    if (!is.has(type)) return inPart(place, [breaking("media-type-removed", `${type} was removed`)]);
    if (!was.has(type)) return inPart(place, [harmless("media-type-added", `${type} was added`)]);
    const sides = [schemaSide(schema, follow.was), schemaSide(newSchema, follow.is)] as const;
    return inPart(place, compareSchemas(...sides, { direction, subject: "the body " }));
  });
}

/** The schemas of each media type; undefined for a type without a schema. */
function contentByType({ content }: JSONSchema): ReadonlyMap<string, unknown> {
  const entries = isSchema(content) ? Object.entries(content) : [];
  return new Map(
    entries.map(([type, of]) => [
      type.toLowerCase().replaceAll(/\s+/g, ""),
      isSchema(of) ? (of.schema ?? itemSchemaOf(of)) : undefined,
    ]),
  );
}

/** The schema of a stream's items; for a server-sent event that of its data, as in OpenAPI 3.1. */
function itemSchemaOf({ itemSchema }: JSONSchema): unknown {
  const properties = isSchema(itemSchema) ? itemSchema.properties : undefined;
  const data = isSchema(properties) ? properties.data : undefined;
  return isSchema(data) && data.contentSchema !== undefined ? data.contentSchema : itemSchema;
}

/** Compares the headers that the API sends. */
function compareHeaders(
  before: JSONSchema | undefined,
  after: JSONSchema | undefined,
  { part, follow }: ComparedPart,
): readonly PartDifference[] {
  const pairs = pairsByKey(comparedHeaders(before, follow.was), comparedHeaders(after, follow.is));
  return pairs.flatMap(({ key: name, was, is }) => {
    const verdicts = compareHeader(was, is, follow).map((one) => withCause(`header ${name}`, one));
    return inPart(`${part}, header ${name}`, verdicts);
  });
}

function compareHeader(
  was: JSONSchema | undefined,
  is: JSONSchema | undefined,
  follow: ComparedPart["follow"],
): readonly DifferenceVerdict[] {
  if (!was) return [harmless("header-added", "was added")];
  if (!is) return [breaking("header-removed", "was removed")];
  const sides = [schemaSide(was.schema, follow.was), schemaSide(is.schema, follow.is)] as const;
  return [
    ...comparePresence("header", [was, is], "response"),
    ...compareSchemas(...sides, { direction: "response", subject: "" }),
  ];
}

/** The headers without those of the lifecycle, which the operation itself describes. */
function comparedHeaders(
  headers: JSONSchema = {},
  resolve: FollowReference,
): ReadonlyMap<string, JSONSchema | undefined> {
  return new Map(
    Object.entries(headers)
      .filter(([, header]) => !isLifecycleHeader(header))
      .map(([name, header]) => [name.toLowerCase(), followed(header, resolve)]),
  );
}
