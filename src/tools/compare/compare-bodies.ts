import { isSchema } from "../../json-schema/subschema";
import type { OpenAPIOperation, OpenAPIPathItem } from "../../model/openapi";
import { operationsOf } from "../../model/path-item";
import {
  pointerTo,
  subjectOf,
  type Direction,
  type DifferenceVerdict,
  type PartDifference,
} from "./difference";
import type { FollowReference } from "../../json-schema/targets";
import type { DocumentedOperation } from "./documented-operation";
import { compareParameters, documentedParametersOf, type ParameterIn } from "./compare-parameters";
import { compareSchemas, conjunction } from "./compare-schemas";
import { isLifecycleHeader } from "./without-lifecycle";

/** The members of an object in a document. */
type MemberSchemas = Readonly<Record<string, unknown>>;

/** Compares the body that an operation is called with: by clients, or, of a webhook or callback, by the API. */
export function compareCallBodies(
  before: DocumentedOperation,
  after: DocumentedOperation,
  direction: Direction,
): readonly PartDifference[] {
  const part = "request body";
  const was = memberSchemasOf(before.operation.requestBody, before.resolve);
  const is = memberSchemasOf(after.operation.requestBody, after.resolve);
  if (!was) {
    if (!is) return [];
    return direction === "request" && is.required === true
      ? [{ part, kind: "required-body-added", text: "was added, and is required", isBreaking: true }]
      : [{ part, kind: "body-added", text: "was added", isBreaking: false }];
  }
  if (!is) return [{ part, kind: "body-removed", text: "was removed", isBreaking: true }];
  return [
    ...comparePresence("body", was.required, is.required, direction).map((one) => ({ part, ...one })),
    ...compareContents(
      { content: contentByType(was), resolve: before.resolve },
      { content: contentByType(is), resolve: after.resolve },
      { direction, part },
    ),
  ];
}

/** Compares if a body or header is there: the sender of a request must send it, the receiver of a response relies on it. */
function comparePresence(
  subject: "body" | "header",
  before: unknown,
  after: unknown,
  direction: Direction,
): readonly DifferenceVerdict[] {
  const [was, is] = [before === true, after === true];
  if (was === is) return [];
  const text =
    direction === "request"
      ? `became ${is ? "required" : "optional"}`
      : is
        ? "is now always present"
        : "is no longer always present";
  return [
    {
      kind: `${subject}-became-${is ? "required" : "optional"}`,
      text,
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
  const [all, others] = [before.operation.responses, after.operation.responses];
  return [...new Set([...Object.keys(all), ...Object.keys(others)])].flatMap((status) => {
    const was = memberSchemasOf(all[status], before.resolve);
    const is = memberSchemasOf(others[status], after.resolve);
    const differences =
      was && is
        ? compareAnswer([was, before.resolve], [is, after.resolve], { direction, part: `response ${status}` })
        : [{ part: `response ${status}`, ...wholeAnswer(status, is !== undefined, direction) }];
    return direction === "response" ? withErrorCause(status, differences) : differences;
  });
}

/** An answer that exists on one side: a 403 shows a new guard, and nobody misses an error that is no longer answered. */
function wholeAnswer(status: string, isAdded: boolean, direction: Direction): DifferenceVerdict {
  if (isAdded) {
    return direction === "response" && (status === "401" || status === "403")
      ? { kind: "denial-added", text: "was added: requests may now be denied", isBreaking: true }
      : { kind: "response-added", text: "was added", isBreaking: false };
  }
  return direction === "response"
    ? { kind: "response-removed", text: "was removed", isBreaking: !isErrorStatus(status) }
    : { kind: "response-removed", text: "is no longer expected", isBreaking: true };
}

type AnswerSide = readonly [answer: MemberSchemas, resolve: FollowReference];

function compareAnswer(
  [was, wasIn]: AnswerSide,
  [is, isIn]: AnswerSide,
  at: { readonly direction: Direction; readonly part: string },
): readonly PartDifference[] {
  const before = { content: contentByType(was), resolve: wasIn };
  const after = { content: contentByType(is), resolve: isIn };
  if (at.direction === "response") {
    const headersOf = (answer: MemberSchemas, resolve: FollowReference): MemberSchemas =>
      memberSchemasOf(answer.headers, resolve) ?? {};
    return [
      ...compareHeaders(
        { headers: headersOf(was, wasIn), resolve: wasIn },
        { headers: headersOf(is, isIn), resolve: isIn },
        at.part,
      ),
      ...compareContents(before, after, at),
    ];
  }
  const headers = compareParameters(expectedHeaders(was, wasIn), expectedHeaders(is, isIn));
  return [
    ...headers.map((one) => ({ ...one, part: `${at.part}, ${one.part}` })),
    ...compareExpectedBodies(before, after, at.part),
  ];
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

/** Compares the bodies of expected answers: an added or removed body is one difference of the whole body. */
function compareExpectedBodies(
  before: DocumentedContent,
  after: DocumentedContent,
  part: string,
): readonly PartDifference[] {
  const [had, has] = [before.content.size > 0, after.content.size > 0];
  if (!had && has) {
    return [{ part, kind: "body-added", text: "a body was added, and is expected", isBreaking: true }];
  }
  if (had && !has) return [{ part, kind: "body-removed", text: "the body was removed", isBreaking: true }];
  return compareContents(before, after, { direction: "request", part });
}

/**
 * Many operations answer errors alike: the errors are the shared cause of a difference, unless a component or a header
 * is.
 */
function withErrorCause(status: string, differences: readonly PartDifference[]): readonly PartDifference[] {
  if (!isErrorStatus(status)) return differences;
  return differences.map((one) => {
    const isWhole = ["response-added", "response-removed", "denial-added"].includes(one.kind);
    const cause = {
      name: "errors",
      text: isWhole ? `${status} ${one.text}` : one.text,
      subject: subjectOf(one),
    };
    return { cause, ...one };
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
  return [
    ...compareHeaders(
      { headers: headersIn(before), resolve: before.resolve },
      { headers: headersIn(after), resolve: after.resolve },
      "request",
    ),
    ...compareCallBodies(before, after, "response"),
    ...compareAnswers(before, after, "request"),
  ];
}

/** The sent headers, in the form of a response's headers. */
function headersIn(operation: DocumentedOperation): MemberSchemas {
  const headers = documentedParametersOf(operation).filter(({ parameter }) => parameter.in === "header");
  return Object.fromEntries(headers.map(({ parameter }) => [parameter.name, parameter]));
}

/** Compares the callbacks of an operation that clients call. */
export function compareCallbacks(
  before: DocumentedOperation,
  after: DocumentedOperation,
): readonly PartDifference[] {
  const was = callbacksOf(before);
  const is = callbacksOf(after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name): readonly PartDifference[] => {
    const [one, other] = [was.get(name), is.get(name)];
    if (!one) return [{ part: name, kind: "callback-added", text: "was added", isBreaking: false }];
    if (!other) {
      return [{ part: name, kind: "callback-removed", text: "is no longer sent", isBreaking: true }];
    }
    return compareSent(one, other).map((inner) => ({ ...inner, part: `${name}, ${inner.part}` }));
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

interface DocumentedContent {
  /** The schemas by media type. */
  readonly content: ReadonlyMap<string, unknown>;
  readonly resolve: FollowReference;
}

/** Compares the content of a body, media type by media type. */
function compareContents(
  before: DocumentedContent,
  after: DocumentedContent,
  { direction, part }: { readonly direction: Direction; readonly part: string },
): readonly PartDifference[] {
  const types = [...new Set([...before.content.keys(), ...after.content.keys()])];
  return types.flatMap((type): readonly PartDifference[] => {
    // If there is one type on each side, its name adds nothing.
    const place = types.length === 1 ? part : `${part} (${type})`;
    if (!after.content.has(type)) {
      return [{ part: place, kind: "media-type-removed", text: `${type} was removed`, isBreaking: true }];
    }
    if (!before.content.has(type)) {
      return [{ part: place, kind: "media-type-added", text: `${type} was added`, isBreaking: false }];
    }
    const differences = compareSchemas(
      { schemas: conjunction(before.content.get(type)), resolve: before.resolve },
      { schemas: conjunction(after.content.get(type)), resolve: after.resolve },
      { direction, subject: "the body " },
    );
    return differences.map((one) => ({ part: place, ...one }));
  });
}

/** The schemas of each media type; undefined for a type without a schema. */
function contentByType({ content }: MemberSchemas): ReadonlyMap<string, unknown> {
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
function compareHeaders(
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
    const named = (...verdicts: readonly DifferenceVerdict[]): readonly PartDifference[] =>
      verdicts.map((one) => ({
        part: `${part}, header ${name}`,
        cause: { name: `header ${name}`, text: one.text, subject: pointerTo(one.path ?? []) },
        ...one,
      }));
    if (!own) return named({ kind: "header-added", text: "was added", isBreaking: false });
    if (!other) return named({ kind: "header-removed", text: "was removed", isBreaking: true });
    return named(
      ...comparePresence("header", own.required, other.required, "response"),
      ...compareSchemas(
        { schemas: conjunction(own.schema), resolve: before.resolve },
        { schemas: conjunction(other.schema), resolve: after.resolve },
        { direction: "response", subject: "" },
      ),
    );
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
function memberSchemasOf(value: unknown, resolve: FollowReference): MemberSchemas | undefined {
  if (!isSchema(value)) return undefined;
  const target = typeof value.$ref === "string" ? resolve(value, value.$ref) : value;
  return isSchema(target) ? target : undefined;
}
