import { isSchema } from "../../json-schema/subschema";
import type { FollowReference } from "../../json-schema/targets";
import type { JSONSchema } from "../../model/schema";
import { isLifecycleHeader } from "./without-lifecycle";
import { compareParameters, documentedParametersOf, type ParameterIn } from "./compare-parameters";
import { compareSchemas } from "./compare-schemas";
import {
  both,
  breaking,
  harmless,
  inPart,
  pairsByKey,
  subjectOf,
  withCause,
  type Direction,
  type DifferenceVerdict,
  type Pair,
  type PartDifference,
} from "./difference";
import { documentedOperations, followed, itemsIn, type DocumentedOperation } from "./documented-operation";
import { schemaSide, type SchemaSide } from "./value-alternatives";

/** A part of an operation: who sends it, its name, and how to resolve references in both documents. */
interface ComparedPart {
  readonly direction: Direction;
  readonly part: string;
  readonly follow: Pair<FollowReference>;
}

function followIn(pair: Pair<DocumentedOperation>): Pair<FollowReference> {
  return both(pair, ({ resolve }) => resolve);
}

/** Compares request bodies, which clients send; those of a webhook or callback are sent by the API. */
export function compareCallBodies(
  pair: Pair<DocumentedOperation>,
  direction: Direction,
): readonly PartDifference[] {
  const part = "request body";
  const { was, is } = both(pair, ({ operation, resolve }) => followed(operation.requestBody, resolve));
  if (was && is) {
    return [
      ...inPart(part, comparePresence("body", { was, is }, direction)),
      ...compareContents({ was, is }, { direction, part, follow: followIn(pair) }),
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

/**
 * Compares `required`: a request that newly requires a body breaks clients, and so does a response that no longer has
 * one.
 */
function comparePresence(
  subject: "body" | "header",
  pair: Pair<JSONSchema>,
  direction: Direction,
): readonly DifferenceVerdict[] {
  const { was, is } = both(pair, ({ required }) => required === true);
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

/** Compares responses status by status: the API sends them, or a webhook's receiver. */
export function compareAnswers(
  pair: Pair<DocumentedOperation>,
  direction: Direction,
): readonly PartDifference[] {
  const follow = followIn(pair);
  return pairsByKey(both(pair, answersOf)).flatMap(({ key: status, was, is }) => {
    const part = `response ${status}`;
    const differences =
      was && is
        ? compareAnswer({ was, is }, { direction, part, follow })
        : inPart(part, [wholeAnswer(status, is !== undefined, direction)]);
    return direction === "response" ? withErrorCause(status, differences) : differences;
  });
}

function answersOf({ operation, resolve }: DocumentedOperation): ReadonlyMap<string, JSONSchema | undefined> {
  const answers = Object.entries(operation.responses);
  return new Map(answers.map(([status, answer]) => [status, followed(answer, resolve)]));
}

/**
 * A response in one document only: a new 403 breaks clients, because a new guard may deny them; a removed error does
 * not.
 */
function wholeAnswer(status: string, isAdded: boolean, direction: Direction): DifferenceVerdict {
  if (isAdded) {
    return direction === "response" && (status === "401" || status === "403")
      ? breaking("denial-added", "was added: requests may now be denied")
      : harmless("response-added", "was added");
  }
  if (direction === "request") return breaking("response-removed", "is no longer expected");
  return { kind: "response-removed", text: "was removed", isBreaking: !isErrorStatus(status) };
}

function compareAnswer(pair: Pair<JSONSchema>, of: ComparedPart): readonly PartDifference[] {
  const { was, is } = pair;
  const headers = { was: followed(was.headers, of.follow.was), is: followed(is.headers, of.follow.is) };
  if (of.direction === "response") {
    return [...compareHeaders(headers, of), ...compareContents(pair, of)];
  }
  const expected = compareParameters({
    was: expectedHeaders(headers.was, of.follow.was),
    is: expectedHeaders(headers.is, of.follow.is),
  });
  return [
    ...expected.map((one) => ({ ...one, part: `${of.part}, ${one.part}` })),
    ...compareExpectedBodies(pair, of),
  ];
}

/** The headers of an expected response, as parameters of a request. */
function expectedHeaders(headers: JSONSchema = {}, resolve: FollowReference): readonly ParameterIn[] {
  return Object.entries(headers).flatMap(([name, written]) => {
    const header = followed(written, resolve);
    if (!header) return [];
    const parameter = { ...header, name, in: "header" as const };
    return [{ parameter, key: name.toLowerCase(), name: `header ${name}`, resolve }];
  });
}

/**
 * Compares the bodies of expected responses: one that was added or removed is one difference, not one for each media
 * type.
 */
function compareExpectedBodies(pair: Pair<JSONSchema>, of: ComparedPart): readonly PartDifference[] {
  const has = both(pair, (answer) => contentByType(answer).size > 0);
  if (has.was === has.is) return compareContents(pair, of);
  return inPart(of.part, [
    has.is
      ? breaking("body-added", "a body was added, and is expected")
      : breaking("body-removed", "the body was removed"),
  ]);
}

/**
 * Many operations share their errors: `errors` becomes the cause of differences of error responses without another
 * cause.
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
 * Compares a webhook or callback, which the API sends: its request is compared like a response, its expected response
 * like a request.
 */
export function compareSent(pair: Pair<DocumentedOperation>): readonly PartDifference[] {
  return [
    ...compareHeaders(both(pair, headersIn), { part: "request", follow: followIn(pair) }),
    ...compareCallBodies(pair, "response"),
    ...compareAnswers(pair, "request"),
  ];
}

/** The headers of a webhook, as headers of a response. */
function headersIn(operation: DocumentedOperation): JSONSchema {
  const headers = documentedParametersOf(operation).filter(({ parameter }) => parameter.in === "header");
  return Object.fromEntries(headers.map(({ parameter }) => [parameter.name, parameter]));
}

/** Compares the callbacks of an operation. */
export function compareCallbacks(pair: Pair<DocumentedOperation>): readonly PartDifference[] {
  return pairsByKey(both(pair, callbacksOf)).flatMap(({ key: name, was, is }) => {
    if (!was) return inPart(name, [harmless("callback-added", "was added")]);
    if (!is) return inPart(name, [breaking("callback-removed", "is no longer sent")]);
    return compareSent({ was, is }).map((inner) => ({ ...inner, part: `${name}, ${inner.part}` }));
  });
}

/** `callback onEvent, POST {$request.body#/url}`: the operations of callbacks by their names. */
function callbacksOf({ operation, ...side }: DocumentedOperation): ReadonlyMap<string, DocumentedOperation> {
  const { callbacks = {} } = operation;
  const found = Object.entries(callbacks).flatMap(([callback, written]) =>
    documentedOperations(
      itemsIn(written, side.resolve),
      side,
      (method, path) => `callback ${callback}, ${method} ${path}`,
    ),
  );
  // In a malformed document, a callback's operation may be anything.
  const whole = found.filter(({ operation: sent }) => isSchema(sent) && isSchema(sent.responses));
  return new Map(whole.map((sent) => [sent.name, sent]));
}

/** Compares a body's content, media type by media type. */
function compareContents(
  bodies: Pair<JSONSchema>,
  { direction, part, follow }: ComparedPart,
): readonly PartDifference[] {
  const contents = both(bodies, contentByType);
  const pairs = pairsByKey(contents);
  return pairs.flatMap(({ key: type, was, is }) => {
    // Where both have one media type, its name says nothing.
    const place = pairs.length === 1 ? part : `${part} (${type})`;
    if (!contents.is.has(type)) return inPart(place, [breaking("media-type-removed", `${type} was removed`)]);
    if (!contents.was.has(type)) return inPart(place, [harmless("media-type-added", `${type} was added`)]);
    return inPart(
      place,
      compareSchemas(schemaSides({ was, is }, follow), { direction, subject: "the body " }),
    );
  });
}

function schemaSides({ was, is }: Pair<unknown>, follow: Pair<FollowReference>): Pair<SchemaSide> {
  return { was: schemaSide(was, follow.was), is: schemaSide(is, follow.is) };
}

/** The schema of each media type; undefined for one without a schema. */
function contentByType({ content }: JSONSchema): ReadonlyMap<string, unknown> {
  const entries = isSchema(content) ? Object.entries(content) : [];
  return new Map(
    entries.map(([type, of]) => [
      type.toLowerCase().replaceAll(/\s+/g, ""),
      isSchema(of) ? (of.schema ?? itemSchemaOf(of)) : undefined,
    ]),
  );
}

/** The schema of a stream's items; for server-sent events that of `data`, as in OpenAPI 3.1. */
function itemSchemaOf({ itemSchema }: JSONSchema): unknown {
  const properties = isSchema(itemSchema) ? itemSchema.properties : undefined;
  const data = isSchema(properties) ? properties.data : undefined;
  return isSchema(data) && data.contentSchema !== undefined ? data.contentSchema : itemSchema;
}

/** Compares the headers that the API sends. */
function compareHeaders(
  { was, is }: Pair<JSONSchema | undefined>,
  { part, follow }: Pick<ComparedPart, "part" | "follow">,
): readonly PartDifference[] {
  const headers = { was: comparedHeaders(was, follow.was), is: comparedHeaders(is, follow.is) };
  return pairsByKey(headers).flatMap(({ key: name, ...pair }) => {
    const verdicts = compareHeader(pair, follow).map((one) => withCause(`header ${name}`, one));
    return inPart(`${part}, header ${name}`, verdicts);
  });
}

function compareHeader(
  { was, is }: Pair<JSONSchema | undefined>,
  follow: Pair<FollowReference>,
): readonly DifferenceVerdict[] {
  if (!was) return [harmless("header-added", "was added")];
  if (!is) return [breaking("header-removed", "was removed")];
  const sides = schemaSides({ was: was.schema, is: is.schema }, follow);
  return [
    ...comparePresence("header", { was, is }, "response"),
    ...compareSchemas(sides, { direction: "response", subject: "" }),
  ];
}

/** Leaves out headers of the lifecycle, such as `Sunset`, which the operation's own members show. */
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
