import { parse } from "node:querystring";
import { cookiesIn } from "../../http/cookies";
import { bodyMediaTypes } from "../../schema/interface/schema";
import type { VersionParts } from "../../core/model/source";
import { describe, quote, isRecord } from "../../core/model/value";
import { namesInPath } from "../compare/compare-parameters";
import { textOf } from "../guide/samples";
import { resultOr } from "../result-or";
import { isJSON, type InputMember, type PlacedOperation, type ToolContext } from "./tool-schemas";

/** The response to the call of a tool. */
export interface ToolResult {
  readonly Status: number;
  /** The response body: parsed JSON, or text if it is not JSON; undefined if the body is empty. */
  readonly Body: unknown;
  readonly Text: string;
  /** Sentences about deprecation and sunset, made from the response headers: `This operation is deprecated.` */
  readonly Notices: readonly string[];
}

/**
 * Calls the operation of a tool. `Headers` are further headers for the request, such as `Authorization`. A member of the
 * input whose header or cookie they contain is not required, and not sent: models write inputs, so a host that sets a
 * tenant or an account in `Headers` must be able to rely on it.
 */
export type ToolCall = (
  input: Readonly<Record<string, unknown>>,
  options?: { readonly Headers?: Readonly<Record<string, string>>; readonly Signal?: AbortSignal },
) => Promise<ToolResult>;

interface Fault {
  readonly in: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Creates the function that validates an input, and then calls an operation. */
export function calling(
  { operation, method, path, judge }: PlacedOperation,
  members: readonly InputMember[],
  { sent, base, fetch }: ToolContext,
): ToolCall {
  return async (input, { Headers: given = {}, Signal } = {}) => {
    if (!isRecord(input)) refuse(operation.operationId, [notAnObject(input)]);
    const own = ownHeaders(given, sent);
    const { values, faults } = valuesOf(input, members, own);
    // The values are in the order of the path, because `judge.misfits` (below) reads them by position.
    const pathValues = namesInPath(path).flatMap((name) =>
      values.filter(({ member }) => member.part === "path" && member.sentAs === name),
    );
    const template = pathValues.reduce(
      (text, { member, value }) =>
        text.replace(`{${member.sentAs}}`, () => pathText(value, member.sentAs === judge?.rest)),
      path,
    );
    const query = values.filter(({ member }) => member.part === "query").flatMap(queryPairs);
    if (sent.query) query.push([sent.query.name, sent.query.value]);
    const search = query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
    const headers = headersOf(values, own);
    if (sent.header) headers.set(sent.header.name, sent.header.value);
    if (sent.cookie) addCookie(headers, `${sent.cookie.name}=${sent.cookie.value}`);
    const body = values.find(({ member }) => member.part === "body");
    const content = body && contentOf(body);
    if (body?.member.type !== undefined) headers.set("Content-Type", body.member.type);
    const request = new Request(`${base}${template}${search && `?${search}`}`, {
      method,
      headers,
      body: content ?? null,
      ...(Signal && { signal: Signal }),
    });
    const misfits = await judge?.misfits(
      judgedParts(request, search, body?.member.type, content),
      pathValues.map(({ value }) => String(value)),
    );
    refuse(operation.operationId, [...faults, ...besides(faults, misfits ?? [])]);
    return resultOf(await fetch(request));
  };
}

interface MemberValue {
  readonly member: InputMember;
  readonly value: unknown;
}

/** Returns the caller's headers without the cookie that names the version: a repeated cookie would name no version. */
function ownHeaders(given: Readonly<Record<string, string>>, { cookie }: VersionParts): Headers {
  const headers = new Headers(given);
  const pairs = headers.get("Cookie")?.split(";") ?? [];
  if (!cookie || pairs.length === 0) return headers;
  headers.delete("Cookie");
  for (const pair of pairs) {
    if (pair.split("=")[0]?.trim() !== cookie.name) addCookie(headers, pair.trim());
  }
  return headers;
}

/**
 * Pairs the given values with the members of a tool's input, without those that `own` supplies. Reports unknown, missing
 * and unusable values.
 */
function valuesOf(
  input: Readonly<Record<string, unknown>>,
  members: readonly InputMember[],
  own: Headers,
): { readonly values: readonly MemberValue[]; readonly faults: readonly Fault[] } {
  const known = new Set(members.map(({ name }) => name));
  const faults: Fault[] = Object.keys(input)
    .filter((name) => !known.has(name))
    .map((name) => ({ in: "input", path: [name], message: "is not a member of the tool's input" }));
  const values: MemberValue[] = [];
  for (const member of members.filter((one) => !isSupplied(one, own))) {
    const { name, part, sentAs } = member;
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined;
    const path = part === "body" ? [] : [sentAs];
    const place = placeNames[part];
    const separator = separatorWithin(value, member);
    if (value === undefined && member.required) faults.push({ in: place, path, message: "is required" });
    else if (part === "path" && !isPathText(value)) {
      faults.push({ in: place, path, message: `must be a segment of a path, got ${describe(value)}` });
    } else if (separator !== undefined) {
      const message = `an item cannot contain ${quote(separator)}, which separates items`;
      faults.push({ in: place, path, message });
    } else if (value !== undefined) values.push({ member, value });
  }
  return { values, faults };
}

/** The names that the parts of a request have in the details of a 400. */
const placeNames: Readonly<Record<InputMember["part"], string>> = {
  path: "params",
  query: "query",
  header: "headers",
  cookie: "cookies",
  body: "body",
};

function notAnObject(input: unknown): Fault {
  return { in: "input", path: [], message: `must be an object, got ${describe(input)}` };
}

/**
 * Returns the misfits at places without a fault. If a path parameter is missing, the others were not validated at their
 * own positions, so none of their misfits counts.
 */
function besides(faults: readonly Fault[], misfits: readonly Fault[]): readonly Fault[] {
  const isTold = (misfit: Fault): boolean =>
    faults.some(
      (fault) =>
        fault.in === misfit.in &&
        (fault.in === placeNames.path || fault.path.length === 0 || fault.path[0] === misfit.path[0]),
    );
  return misfits.filter((misfit) => !isTold(misfit));
}

function isSupplied({ part, sentAs }: InputMember, own: Headers): boolean {
  if (part === "cookie") return sentAs in cookiesIn([own.get("Cookie") ?? ""]);
  return part === "header" && own.has(sentAs);
}

/** True if a value can be a path parameter. A segment `..` is refused: `/cats/..` would call another operation. */
function isPathText(value: unknown): boolean {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return (
    typeof text === "string" &&
    !/[\uD800-\uDFFF]/u.test(text) &&
    text.split("/").every((part) => part !== "" && !/^\.\.?$/.test(part))
  );
}

/** Returns the separator (`,`) if an item of a query list contains it. The server would split such an item. */
function separatorWithin(value: unknown, { part, separator }: InputMember): string | undefined {
  if (part !== "query" || separator === undefined || !Array.isArray(value)) return undefined;
  return value.some((item) => textOf(item).includes(separator)) ? separator : undefined;
}

function pathText(value: unknown, isRest: boolean): string {
  const text = String(value);
  return isRest ? text.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(text);
}

function refuse(name: string | undefined, faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const lines = faults.map(({ in: place, path, message }) => `${[place, ...path].join("/")}: ${message}`);
  throw new TypeError(`${name ?? "the tool"}: ${lines.join("; ")}`, { cause: faults });
}

function queryPairs({ member: { sentAs, separator }, value }: MemberValue): [string, string][] {
  const items = [value].flat().map(textOf);
  if (Array.isArray(value) && separator === undefined) return items.map((item) => [sentAs, item]);
  // An empty list is left out (RFC 6570, 3.2.1), because a route would read `status=` as a list of one empty string.
  return items.length === 0 ? [] : [[sentAs, items.join(separator)]];
}

function headersOf(values: readonly MemberValue[], own: Headers): Headers {
  const headers = new Headers(own);
  for (const { member, value } of values) {
    const text = [value].flat().map(textOf).join(", ");
    if (member.part === "header") headers.set(member.sentAs, text);
    if (member.part === "cookie") addCookie(headers, `${member.sentAs}=${encodeURIComponent(text)}`);
  }
  return headers;
}

function addCookie(headers: Headers, pair: string): void {
  const others = headers.get("Cookie");
  headers.set("Cookie", others === null ? pair : `${others}; ${pair}`);
}

function contentOf({ member, value }: MemberValue): string {
  if (member.type === bodyMediaTypes.text[0]) return textOf(value);
  if (member.type !== bodyMediaTypes.form[0]) return JSON.stringify(value);
  const fields = Object.entries(Object(value) as Record<string, unknown>);
  const pairs = fields.flatMap(([name, field]) =>
    [field].flat().map((one): [string, string] => [name, textOf(one)]),
  );
  return String(new URLSearchParams(pairs));
}

function judgedParts(
  request: Request,
  search: string,
  type: string | undefined,
  content: string | undefined,
): Readonly<Record<string, unknown>> {
  const headers = [...request.headers];
  const isForm = type === bodyMediaTypes.form[0];
  const read = (text: string): unknown => {
    if (isForm) return parse(text);
    return type === bodyMediaTypes.text[0] ? text : (JSON.parse(text) as unknown);
  };
  return {
    query: parse(search),
    headers: Object.fromEntries(headers),
    rawHeaders: headers.flat(),
    // Routes treat an empty body as a missing body, so it becomes undefined.
    body: content === undefined || content === "" ? undefined : read(content),
    is: () => isForm,
  };
}

async function resultOf(response: Response): Promise<ToolResult> {
  const text = await response.text();
  const isOfJSON = isJSON.test(response.headers.get("Content-Type") ?? "");
  return {
    Status: response.status,
    // The operation has already run, so a body that is not JSON must not become an error.
    Body: text === "" ? undefined : isOfJSON ? resultOr((): unknown => JSON.parse(text), text) : text,
    Text: text,
    Notices: noticesIn(response),
  };
}

function noticesIn({ headers, status }: Response): readonly string[] {
  const notices: string[] = [];
  const seconds = /^@(-?\d+)/.exec(headers.get("Deprecation") ?? "")?.[1];
  const sunset = headers.get("Sunset");
  if (headers.has("Deprecation")) {
    notices.push(
      `This operation is deprecated${seconds ? ` since ${new Date(Number(seconds) * 1000).toISOString()}` : ""}.`,
    );
  }
  if (sunset !== null) notices.push(`This operation ends on ${sunset}.`);
  if (status === 410) {
    notices.push(
      headers.has("Retry-After")
        ? "This version pauses before its end: try again later."
        : "This version has ended.",
    );
  }
  const link = headers.get("Link");
  if (notices.length > 0 && link !== null) notices.push(`See ${link}.`);
  return notices;
}
