import { isSchema } from "../../schema/json-schema/subschema";
import type { JSONSchema } from "../../schema/interface/schema";
import { isLifecycleHeader } from "./without-lifecycle";
import { compareEncodings, type EncodedBody } from "./compare-encodings";
import { compareParameters, documentedParametersOf, type ParameterIn } from "./compare-parameters";
import { compareSchemas } from "./compare-schemas";
import { both, breaking, harmless, inPart, pairsByKey, subjectOf, withCause } from "./difference";
import type { Direction, DifferenceVerdict, Pair, PartDifference } from "./difference";
import { documentedOperations, followed, itemsIn, type DocumentedOperation } from "./documented-operation";
import type { DocumentReader } from "./renaming";
import { schemaSide } from "./value-alternatives";

interface DocumentNode {
  readonly node: JSONSchema;
  readonly resolve: DocumentReader;
}

function nodeAt(written: unknown, resolve: DocumentReader): DocumentNode | undefined {
  const node = followed(written, resolve);
  return node && { node, resolve };
}

/** Compares request bodies. `direction` is "response" for a webhook or callback, whose body clients receive. */
export function compareCallBodies(
  pair: Pair<DocumentedOperation>,
  direction: Direction,
): readonly PartDifference[] {
  const part = "request body";
  const { was, is } = both(pair, ({ operation, resolve }) => nodeAt(operation.requestBody, resolve));
  if (was && is) {
    return [
      ...inPart(part, comparePresence("body", { was, is }, direction)),
      ...compareContents({ was, is }, part, direction),
    ];
  }
  if (was) return inPart(part, [breaking("body-removed", "was removed")]);
  if (!is) return [];
  return inPart(part, [
    direction === "request" && isRequired(is)
      ? breaking("required-body-added", "was added, and is required")
      : harmless("body-added", "was added"),
  ]);
}

/** Compares `required`. A change breaks clients if a request's part becomes required, or a response's part optional. */
function comparePresence(
  subject: "body" | "header",
  pair: Pair<DocumentNode>,
  direction: Direction,
): readonly DifferenceVerdict[] {
  const { was, is } = both(pair, isRequired);
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

function isRequired({ node }: DocumentNode): boolean {
  return node.required === true;
}

/** Compares responses by status. For a webhook, clients send the response, so `direction` is "request". */
export function compareAnswers(
  pair: Pair<DocumentedOperation>,
  direction: Direction,
): readonly PartDifference[] {
  return pairsByStatus(both(pair, answersOf)).flatMap(({ key: status, was, is }) => {
    const part = `response ${status}`;
    const differences =
      was && is
        ? compareAnswer({ was, is }, part, direction)
        : inPart(part, [wholeAnswer(status, is !== undefined, direction)]);
    return direction === "response" ? withErrorCause(status, differences) : differences;
  });
}

type Answers = ReadonlyMap<string, DocumentNode | undefined>;

/** Pairs responses by status. A status such as `200` is also paired with the range `2XX` if it has no other partner. */
function pairsByStatus({
  was,
  is,
}: Pair<Answers>): ReturnType<typeof pairsByKey<string, DocumentNode | undefined>> {
  const left = new Set([...is.keys()].filter((status) => !was.has(status)));
  const pairs = [...was].flatMap(([key, old]) => {
    if (is.has(key)) return [{ key, was: old, is: is.get(key) }];
    const partners = [...is.keys()].filter((status) => !was.has(status) && isInRange(status, key));
    for (const status of partners) left.delete(status);
    if (partners.length === 0) return [{ key, was: old, is: undefined }];
    return partners.map((status) => ({ key, was: old, is: is.get(status) }));
  });
  return [...pairs, ...[...left].map((key) => ({ key, was: undefined, is: is.get(key) }))];
}

/** True if one of two different statuses is the range of the other: `2XX` is the range of `200`. */
function isInRange(one: string, other: string): boolean {
  return [one, other].some((status) => status.endsWith("XX")) && one.startsWith(other.slice(0, 1));
}

function answersOf({ operation, resolve }: DocumentedOperation): Answers {
  const answers = Object.entries(operation.responses);
  return new Map(answers.map(([status, answer]) => [rangeInCapitals(status), nodeAt(answer, resolve)]));
}

function rangeInCapitals(status: string): string {
  return /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status;
}

/** Describes a response that only one document has. A new 401 or 403 breaks clients: their requests may be denied. */
function wholeAnswer(status: string, isAdded: boolean, direction: Direction): DifferenceVerdict {
  if (isAdded) {
    return direction === "response" && (status === "401" || status === "403")
      ? breaking("denial-added", "was added: requests may now be denied")
      : harmless("response-added", "was added");
  }
  if (direction === "request") return breaking("response-removed", "is no longer expected");
  return { kind: "response-removed", text: "was removed", isBreaking: !isErrorStatus(status) };
}

function compareAnswer(
  pair: Pair<DocumentNode>,
  part: string,
  direction: Direction,
): readonly PartDifference[] {
  const headers = both(pair, ({ node, resolve }) => nodeAt(node.headers, resolve));
  if (direction === "response") {
    return [...compareHeaders(headers, part), ...compareContents(pair, part, direction)];
  }
  return [
    ...within(part, compareParameters(both(headers, expectedHeaders))),
    ...compareExpectedBodies(pair, part),
  ];
}

function expectedHeaders(headers: DocumentNode | undefined): readonly ParameterIn[] {
  return Object.entries(headers?.node ?? {}).flatMap(([name, written]) => {
    const header = headers && nodeAt(written, headers.resolve);
    if (!header) return [];
    const parameter = { ...header.node, name, in: "header" as const };
    return [{ parameter, key: name.toLowerCase(), name: `header ${name}`, resolve: header.resolve }];
  });
}

/** Compares bodies of answers to a webhook. A body that is new or gone is reported once, not for each media type. */
function compareExpectedBodies(pair: Pair<DocumentNode>, part: string): readonly PartDifference[] {
  const has = both(pair, (answer) => contentByType(answer).size > 0);
  if (has.was === has.is) return compareContents(pair, part, "request");
  return inPart(part, [
    has.is
      ? breaking("body-added", "a body was added, and is expected")
      : breaking("body-removed", "the body was removed"),
  ]);
}

/** Groups differences of error responses under the cause `errors`, because many operations have the same errors. */
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

/** Compares a webhook or callback. The API sends the body, and clients respond, so the directions are reversed. */
export function compareSent(pair: Pair<DocumentedOperation>): readonly PartDifference[] {
  return [
    ...compareHeaders(both(pair, headersIn), "request"),
    ...compareCallBodies(pair, "response"),
    ...compareAnswers(pair, "request"),
  ];
}

function headersIn(operation: DocumentedOperation): DocumentNode {
  const headers = documentedParametersOf(operation).filter(({ parameter }) => parameter.in === "header");
  const node = Object.fromEntries(headers.map(({ parameter }) => [parameter.name, parameter]));
  return { node, resolve: operation.resolve };
}

export function compareCallbacks(pair: Pair<DocumentedOperation>): readonly PartDifference[] {
  return pairsByKey(both(pair, callbacksOf)).flatMap(({ key: name, was, is }) => {
    if (!was) return inPart(name, [harmless("callback-added", "was added")]);
    if (!is) return inPart(name, [breaking("callback-removed", "is no longer sent")]);
    return within(name, compareSent({ was, is }));
  });
}

function within(part: string, differences: readonly PartDifference[]): readonly PartDifference[] {
  return differences.map((one) => ({ ...one, part: `${part}, ${one.part}` }));
}

/** Returns the operations of callbacks by names such as `callback onEvent, POST {$request.body#/url}`. */
function callbacksOf({ operation, ...side }: DocumentedOperation): ReadonlyMap<string, DocumentedOperation> {
  const { callbacks = {} } = operation;
  const found = Object.entries(callbacks).flatMap(([callback, written]) =>
    documentedOperations(
      itemsIn(written, side.resolve),
      side,
      (method, path) => `callback ${callback}, ${method} ${path}`,
    ),
  );
  // In a malformed document, the operation of a callback may be any value.
  const whole = found.filter(({ operation: sent }) => isSchema(sent) && isSchema(sent.responses));
  return new Map(whole.map((sent) => [sent.name, sent]));
}

function compareContents(
  bodies: Pair<DocumentNode>,
  part: string,
  direction: Direction,
): readonly PartDifference[] {
  const pairs = pairsByKey(both(bodies, contentByType));
  return pairs.flatMap(({ key: type, was, is }) => {
    // If there is only one media type, the place does not name it.
    const place = pairs.length === 1 ? part : `${part} (${type})`;
    if (!is) return inPart(place, [breaking("media-type-removed", `${type} was removed`)]);
    if (!was) return inPart(place, [harmless("media-type-added", `${type} was added`)]);
    return inPart(place, [
      ...compareSchemas({ was, is }, { direction, subject: "the body " }),
      ...(isForm(type) ? compareEncodings({ was, is }, direction) : []),
    ]);
  });
}

function isForm(type: string): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/)/.test(type);
}

function contentByType({ node: { content }, resolve }: DocumentNode): ReadonlyMap<string, EncodedBody> {
  const entries = isSchema(content) ? Object.entries(content) : [];
  return new Map(
    entries.map(([type, written]) => {
      const of = isSchema(written) ? written : {};
      const encoding = isSchema(of.encoding) ? of.encoding : {};
      const side = schemaSide(of.schema ?? itemSchemaOf(of), resolve);
      return [type.toLowerCase().replaceAll(/\s+/g, ""), { ...side, encoding }];
    }),
  );
}

/** Returns the schema of a stream's items. For server-sent events, this is the schema of `data`, not of the event. */
function itemSchemaOf({ itemSchema }: JSONSchema): unknown {
  const properties = isSchema(itemSchema) ? itemSchema.properties : undefined;
  const data = isSchema(properties) ? properties.data : undefined;
  return isSchema(data) && data.contentSchema !== undefined ? data.contentSchema : itemSchema;
}

function compareHeaders(headers: Pair<DocumentNode | undefined>, part: string): readonly PartDifference[] {
  return pairsByKey(both(headers, comparedHeaders)).flatMap(({ key: name, ...pair }) => {
    const verdicts = compareHeader(pair).map((one) => withCause(`header ${name}`, one));
    return inPart(`${part}, header ${name}`, verdicts);
  });
}

function compareHeader({ was, is }: Pair<DocumentNode | undefined>): readonly DifferenceVerdict[] {
  if (!was) return [harmless("header-added", "was added")];
  if (!is) return [breaking("header-removed", "was removed")];
  const sides = both({ was, is }, ({ node, resolve }) => schemaSide(node.schema, resolve));
  return [
    ...comparePresence("header", { was, is }, "response"),
    ...compareSchemas(sides, { direction: "response", subject: "" }),
  ];
}

/** Leaves out headers such as `Sunset`, because `compareStanding` compares the lifecycles of operations. */
function comparedHeaders(headers: DocumentNode | undefined): ReadonlyMap<string, DocumentNode | undefined> {
  return new Map(
    Object.entries(headers?.node ?? {})
      .filter(([, header]) => !isLifecycleHeader(header))
      .map(([name, header]) => [name.toLowerCase(), headers && nodeAt(header, headers.resolve)]),
  );
}
