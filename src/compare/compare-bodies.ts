import { isSchema } from "../json-schema/subschema";
import type { Direction, PartDifference, DifferenceVerdict } from "./difference";
import type { FollowReference } from "../json-schema/targets";
import type { DocumentedOperation } from "./documented-operation";
import { compareSchemas, conjunction } from "./compare-schemas";
import { isLifecycleHeader } from "./without-lifecycle";

/** The members of an object in a document. */
export type MemberSchemas = Readonly<Record<string, unknown>>;

/** Compares the request bodies. */
export function compareRequestBodies(
  before: DocumentedOperation,
  after: DocumentedOperation,
): readonly PartDifference[] {
  const was = memberSchemasOf(before.operation.requestBody, before.resolve);
  const is = memberSchemasOf(after.operation.requestBody, after.resolve);
  const tell = (told: readonly DifferenceVerdict[]): readonly PartDifference[] =>
    told.map((one) => ({ part: "request body", ...one }));
  if (!was && !is) return [];
  if (!was) {
    const isRequired = is?.required === true;
    return tell([{ text: isRequired ? "was added, and is required" : "was added", isBreaking: isRequired }]);
  }
  if (!is) return tell([{ text: "was removed", isBreaking: true }]);
  const [wasRequired, isRequired] = [was.required === true, is.required === true];
  return [
    ...(wasRequired === isRequired
      ? []
      : tell([{ text: `became ${isRequired ? "required" : "optional"}`, isBreaking: isRequired }])),
    ...compareContents(
      { content: contentByType(was), resolve: before.resolve },
      { content: contentByType(is), resolve: after.resolve },
      { direction: "request", part: "request body" },
    ),
  ];
}

/** Compares the responses, status by status. */
export function compareResponses(
  before: DocumentedOperation,
  after: DocumentedOperation,
): readonly PartDifference[] {
  const statuses = new Set([
    ...Object.keys(before.operation.responses),
    ...Object.keys(after.operation.responses),
  ]);
  return [...statuses].flatMap((status) => {
    const was = memberSchemasOf(before.operation.responses[status], before.resolve);
    const is = memberSchemasOf(after.operation.responses[status], after.resolve);
    const part = `response ${status}`;
    if (!was) return withErrorCause(status, [{ part, ...addedResponse(status) }]);
    // Nobody misses an error that is no longer answered.
    if (!is) {
      return withErrorCause(status, [{ part, text: "was removed", isBreaking: !isErrorStatus(status) }]);
    }
    return withErrorCause(status, [
      ...compareHeaders(
        { headers: memberSchemasOf(was.headers, before.resolve) ?? {}, resolve: before.resolve },
        { headers: memberSchemasOf(is.headers, after.resolve) ?? {}, resolve: after.resolve },
        part,
      ),
      ...compareContents(
        { content: contentByType(was), resolve: before.resolve },
        { content: contentByType(is), resolve: after.resolve },
        { direction: "response", part },
      ),
    ]);
  });
}

/**
 * Many operations answer errors alike: the errors are the shared cause of a difference, unless a component or a header
 * is.
 */
function withErrorCause(status: string, differences: readonly PartDifference[]): readonly PartDifference[] {
  if (!isErrorStatus(status)) return differences;
  return differences.map((one) => {
    const isWhole = one.part === `response ${status}` && /^was (added|removed)/.test(one.text);
    return { cause: { name: "errors", text: isWhole ? `${status} ${one.text}` : one.text }, ...one };
  });
}

function isErrorStatus(status: string): boolean {
  return /^[45]/.test(status);
}

/** A 403 shows a new guard: a client that was admitted may be denied from now on. */
function addedResponse(status: string): DifferenceVerdict {
  return status === "401" || status === "403"
    ? { text: "was added: requests may now be denied", isBreaking: true }
    : { text: "was added", isBreaking: false };
}

interface DocumentedContent {
  /** The schemas by media type. */
  readonly content: ReadonlyMap<string, unknown>;
  readonly resolve: FollowReference;
}

/** Compares the content of a body, media type by media type. */
export function compareContents(
  before: DocumentedContent,
  after: DocumentedContent,
  { direction, part }: { readonly direction: Direction; readonly part: string },
): readonly PartDifference[] {
  const types = [...new Set([...before.content.keys(), ...after.content.keys()])];
  return types.flatMap((type) => {
    // If there is one type on each side, its name adds nothing.
    const place = types.length === 1 ? part : `${part} (${type})`;
    if (!after.content.has(type)) return [{ part: place, text: `${type} was removed`, isBreaking: true }];
    if (!before.content.has(type)) return [{ part: place, text: `${type} was added`, isBreaking: false }];
    const differences = compareSchemas(
      { schemas: conjunction(before.content.get(type)), resolve: before.resolve },
      { schemas: conjunction(after.content.get(type)), resolve: after.resolve },
      { direction, subject: "the body " },
    );
    return differences.map((one) => ({ part: place, ...one }));
  });
}

/** The schemas of each media type; undefined for a type without a schema. */
export function contentByType({ content }: MemberSchemas): ReadonlyMap<string, unknown> {
  const entries = isSchema(content) ? Object.entries(content) : [];
  return new Map(
    entries.map(([type, of]) => [
      type.toLowerCase().replaceAll(/\s+/g, ""),
      isSchema(of) ? (of.schema ?? itemSchemaOf(of)) : undefined,
    ]),
  );
}

/** The schema of a stream's items; for a server-sent event that of its data, as in OpenAPI 3.1. */
function itemSchemaOf({ itemSchema }: MemberSchemas): unknown {
  const properties = isSchema(itemSchema) ? itemSchema.properties : undefined;
  const data = isSchema(properties) ? properties.data : undefined;
  return isSchema(data) && data.contentSchema !== undefined ? data.contentSchema : itemSchema;
}

interface DocumentedHeaders {
  readonly headers: MemberSchemas;
  readonly resolve: FollowReference;
}

/** Compares the response headers. */
export function compareHeaders(
  before: DocumentedHeaders,
  after: DocumentedHeaders,
  part: string,
): readonly PartDifference[] {
  const was = comparedHeaders(before.headers);
  const is = comparedHeaders(after.headers);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [own, other] = [
      memberSchemasOf(was.get(name), before.resolve),
      memberSchemasOf(is.get(name), after.resolve),
    ];
    const told = (...verdicts: readonly DifferenceVerdict[]): readonly PartDifference[] =>
      verdicts.map((one) => ({
        part: `${part}, header ${name}`,
        cause: { name: `header ${name}`, text: one.text },
        ...one,
      }));
    if (!own) return told({ text: "was added", isBreaking: false });
    if (!other) return told({ text: "was removed", isBreaking: true });
    const [wasRequired, isRequired] = [own.required === true, other.required === true];
    const presence = isRequired
      ? { text: "is now always present", isBreaking: false }
      : { text: "is no longer always present", isBreaking: true };
    const differences = compareSchemas(
      { schemas: conjunction(own.schema), resolve: before.resolve },
      { schemas: conjunction(other.schema), resolve: after.resolve },
      { direction: "response", subject: "" },
    );
    return told(...(wasRequired === isRequired ? [] : [presence]), ...differences);
  });
}

/** The headers without those of the lifecycle, which the operation itself describes. */
function comparedHeaders(headers: MemberSchemas): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(headers)
      .filter(([, header]) => !isLifecycleHeader(header))
      .map(([name, header]) => [name.toLowerCase(), header]),
  );
}

/** The members of an object, after following its reference. */
export function memberSchemasOf(value: unknown, resolve: FollowReference): MemberSchemas | undefined {
  if (!isSchema(value)) return undefined;
  const target = typeof value.$ref === "string" ? resolve(value, value.$ref) : value;
  return isSchema(target) ? target : undefined;
}
