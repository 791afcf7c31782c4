import { parseTemplate } from "../../http/path-template";
import type { ContractPart, ReachedRoute } from "../../core/model/app-internals";
import { isSameJSON } from "../../schema/interface/json-value";
import { recordIn } from "../../core/model/route";
import { bodyTypesOf } from "../../schema/interface/schema";
import type { VersionSource } from "../../core/model/source";
import { isObject } from "../../core/model/value";
import type { Version } from "../../core/model/version";
import type { Pair } from "../compare/difference";
import { isText, textsOf, type PartPair, type SampleFailure, type SamplePair } from "./samples";
import { shortened } from "./sides";

/** A sample of a request or response in both versions, or the reason why there is none. */
export type GuideSample = { readonly way: ContractPart["way"] } & (
  | (Pick<SamplePair, "areSeparate"> & { readonly before: SampleText; readonly after: SampleText })
  | SampleFailure
);

/** A sample in the guide. `text` is undefined if the request or response has no body in this version. */
export interface SampleText {
  readonly language: "json" | "http";
  readonly text: string | undefined;
}

export interface RequestPart extends PartPair {
  readonly pair: SamplePair | SampleFailure;
}

interface RequestPlace {
  readonly reached: Pair<ReachedRoute>;
  readonly ends: Readonly<Record<"from" | "to", Version>>;
  readonly sources: readonly VersionSource[];
}

/** Shows a response in both versions, unless both are equal. Writes `...` for long values that are equal in both. */
export function shownAnswer(pair: SamplePair | SampleFailure): readonly GuideSample[] {
  if ("failure" in pair) return [{ way: "answer", ...pair }];
  const { before, after, ...others } = pair;
  if (isSameJSON(before, after)) return [];
  return [{ way: "answer", before: answerText(before, after), after: answerText(after, before), ...others }];
}

function answerText(value: unknown, other: unknown): SampleText {
  return { language: "json", text: value === undefined ? undefined : shortened(value, other) };
}

/** Shows a request in both versions, unless both are equal. Writes JSON for a JSON body only, otherwise HTTP. */
export function requestTexts(parts: readonly RequestPart[], place: RequestPlace): readonly GuideSample[] {
  const values: (PartPair & SamplePair)[] = [];
  for (const { was, is, pair } of parts) {
    if (isUpload(was) || isUpload(is)) {
      return [{ way: "request", failure: "its body is bytes or an upload, not text" }];
    }
    if ("failure" in pair) return [{ way: "request", ...pair }];
    const isBody = (was ?? is)?.part === "body";
    values.push({ was, is, ...pair, before: sentOf(pair.before, isBody), after: sentOf(pair.after, isBody) });
  }
  if (values.every(({ before, after }) => isSameJSON(before, after))) return [];
  const isBare = values.every(({ was, is, before, after }) => {
    switch ((was ?? is)?.part) {
      case "body":
        return [was, is].every((part) => !part || !isText(part));
      case "params":
        return isSameJSON(before, after);
      default:
        return isEmpty(before) && isEmpty(after);
    }
  });
  const request = {
    way: "request" as const,
    ...(values.some(({ areSeparate }) => areSeparate) && { areSeparate: true as const }),
  };
  if (isBare) {
    const body = values.find(({ was, is }) => (was ?? is)?.part === "body");
    return [{ ...request, before: bodyText(body?.before), after: bodyText(body?.after) }];
  }
  const { reached, ends, sources } = place;
  const [source] = sources;
  const before = values.map(({ was, before: value }) => ({ part: was, value }));
  const after = values.map(({ is, after: value }) => ({ part: is, value }));
  return [
    {
      ...request,
      before: { language: "http", text: messageText(reached.was, ends.from, before, source) },
      after: { language: "http", text: messageText(reached.is, ends.to, after, source) },
    },
  ];
}

/** Returns undefined for an empty part other than a body, such as a query without parameters; otherwise the value. */
function sentOf(value: unknown, isBody: boolean): unknown {
  return !isBody && isEmpty(value) ? undefined : value;
}

function isUpload(part: ContractPart | undefined): boolean {
  if (part?.part !== "body") return false;
  return bodyTypesOf(part.options).every((type) => type === "bytes" || type === "multipart");
}

function isEmpty(value: unknown): boolean {
  return !isObject(value) || Object.keys(value).length === 0;
}

function bodyText(value: unknown): SampleText {
  return { language: "json", text: JSON.stringify(value, null, 2) };
}

interface PartValue {
  readonly part: ContractPart | undefined;
  readonly value: unknown;
}

/** Writes a request as text: the line `POST /v1/cats?limit=1`, headers and body. */
function messageText(
  { route, path }: ReachedRoute,
  version: Version,
  values: readonly PartValue[],
  source: VersionSource | undefined,
): string {
  const textsIn = (name: string): ReadonlyMap<string, unknown> => {
    const found = values.find(({ part }) => part?.part === name);
    return new Map(found?.part ? Object.entries(textsOf(found.value, { isList: () => false })) : []);
  };
  const { header, query, cookie } = source?.partsFor?.(version) ?? {};
  const params = textsIn("params");
  const filled = parseTemplate(path).map((segment) =>
    segment.kind === "static" || segment.kind === "malformed"
      ? segment.text
      : encodeURIComponent(params.has(segment.name) ? oneLine(params.get(segment.name)) : segment.name),
  );
  const separators: unknown = values.find(({ part }) => part?.part === "query")?.part?.options.Separator;
  const pairs = [...(query ? [[query.name, query.value] as const] : []), ...textsIn("query")];
  const search = pairs.flatMap(([name, value]) => searchTexts(name, value, separators)).join("&");
  const cookies = [...(cookie ? [[cookie.name, cookie.value] as const] : []), ...textsIn("cookies")];
  const body = values.find(({ part }) => part?.part === "body");
  return [
    `${recordIn(route, version).Method} /${filled.join("/")}${search === "" ? "" : `?${search}`}`,
    ...(header ? [`${header.name}: ${header.value}`] : []),
    ...[...textsIn("headers")].map(([name, value]) => `${name}: ${oneLine(value)}`),
    ...(cookies.length > 0
      ? [
          `Cookie: ${cookies.map(([name, value]) => `${name}=${encodeURIComponent(oneLine(value))}`).join("; ")}`,
        ]
      : []),
    ...(body?.part && body.value !== undefined ? bodyLines(body.part, body.value) : []),
  ].join("\n");
}

function bodyLines(part: ContractPart, value: unknown): readonly string[] {
  if (isText(part)) {
    const fields = Object.entries(textsOf(value, part));
    const text = fields.flatMap(([name, field]) => searchTexts(name, field, undefined)).join("&");
    return ["Content-Type: application/x-www-form-urlencoded", "", text];
  }
  if (typeof value === "string" && !bodyTypesOf(part.options).includes("json")) {
    return ["Content-Type: text/plain", "", value];
  }
  return ["Content-Type: application/json", "", JSON.stringify(value, null, 2)];
}

function oneLine(value: unknown): string {
  return [value].flat().map(String).join(", ");
}

/** Writes a query parameter with a list: `tags=a%2Cb` with a separator for `tags`, or else `tags=a` and `tags=b`. */
function searchTexts(name: string, value: unknown, separators: unknown): readonly string[] {
  const sign: unknown = isObject(separators) ? Reflect.get(separators, name) : undefined;
  const texts = [value].flat().map((one) => encodeURIComponent(String(one)));
  if (typeof sign === "string") {
    return [`${encodeURIComponent(name)}=${texts.join(encodeURIComponent(sign))}`];
  }
  return texts.map((text) => `${encodeURIComponent(name)}=${text}`);
}
