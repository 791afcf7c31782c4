import { withoutTrailingSlash } from "../http/path";
import type { Guard, Middleware } from "../model/handler";
import type { Place, ResolvedRoute, VersionRange } from "../model/route";
import { parts } from "../model/schema";
import type { Setting, SettingOf } from "../model/setting";
import { isObject } from "../model/value";
import type { Version } from "../model/version";

/** What a route has of what places around it, and its own, say. */
type Passed =
  | ("tags" | "middleware" | "guards" | "status" | "deprecated" | "hidden" | "summary" | "description")
  | ("explicitID" | "lifecycle" | "inputs" | "responses");

/** What places around a route, and its own, say of it. */
export interface Inherited extends Pick<ResolvedRoute, Passed> {
  /** All prefixes, joined. */
  readonly prefix: string;
  /** Undefined where no place declares any. */
  readonly versions: DeclaredVersions | undefined;
}

/** The versions that a route declares by their names, or by a range of the closed list. */
export interface DeclaredVersions {
  readonly named: readonly Version[];
  readonly range: VersionRange | undefined;
}

/** What holds where nothing is said. */
export const nothingInherited: Inherited = {
  prefix: "",
  versions: undefined,
  tags: [],
  middleware: [],
  guards: [],
  status: 200,
  deprecated: false,
  hidden: false,
  summary: undefined,
  description: undefined,
  explicitID: undefined,
  lifecycle: undefined,
  inputs: [],
  responses: [],
};

/** What holds inside of a place, given what holds around it. */
export function inherit(outer: Inherited, { of, settings }: Omit<Place, "where">): Inherited {
  if (settings.length === 0) return outer;
  // Whichever way, the nearest place that declares versions replaces all others.
  const inner: Draft = { ...outer, versions: undefined };
  for (const setting of settings) {
    if ((homeOf(setting) ?? of) === of) (rules[setting.kind] as Rule<Setting> | undefined)?.(inner, setting);
  }
  inner.versions ??= outer.versions;
  return inner;
}

/** The one kind of place that an option has a meaning at; undefined where it has one at both. */
function homeOf({ kind }: Setting): Place["of"] | undefined {
  if (kind === "prefix") return "router";
  return kind === "operationID" || kind === "input" ? "route" : undefined;
}

type Draft = { -readonly [Field in keyof Inherited]: Inherited[Field] };
type Rule<One> = (inner: Draft, setting: One) => void;

/**
 * The inheritance rules of docs/reference/options.md, one for each option. A value of the wrong kind is passed over: `check`
 * reports it.
 */
const rules: { readonly [Kind in Setting["kind"]]?: Rule<SettingOf<Kind>> } = {
  prefix: (inner, { path }) => {
    if (isText(path)) inner.prefix += withoutTrailingSlash(path);
  },
  version: (inner, { versions }) => {
    inner.versions = { named: unique(versions.filter(isText)), range: inner.versions?.range };
  },
  since: (inner, { version }) => {
    inner.versions = within(inner, isText(version) ? { since: version } : {});
  },
  until: (inner, { version }) => {
    inner.versions = within(inner, isText(version) ? { until: version } : {});
  },
  tags: (inner, { tags }) => {
    inner.tags = unique([...inner.tags, ...tags.filter(isText)]);
  },
  middleware: (inner, { handlers }) => {
    inner.middleware = [...inner.middleware, ...handlers.filter(isFunction<Middleware>)];
  },
  guards: (inner, { guards }) => {
    inner.guards = [...inner.guards, ...guards.filter(isFunction<Guard>)];
  },
  status: (inner, { code }) => {
    if (typeof code === "number") inner.status = code;
  },
  deprecated: (inner) => {
    inner.deprecated = true;
  },
  hidden: (inner) => {
    inner.hidden = true;
  },
  summary: (inner, { text }) => {
    if (isText(text)) inner.summary = text;
  },
  description: (inner, { text }) => {
    if (isText(text)) inner.description = text;
  },
  operationID: (inner, { id }) => {
    if (isText(id)) inner.explicitID = id;
  },
  lifecycle: (inner, { lifecycle }) => {
    if (isObject(lifecycle)) inner.lifecycle = { ...inner.lifecycle, ...lifecycle };
  },
  input: (inner, { part, schema, options }) => {
    if (!isSchemaObject(schema)) return;
    const input = { part, schema, options: isObject(options) ? options : {} };
    // In the order that they are checked.
    inner.inputs = parts.flatMap((one) =>
      one === part ? input : (inner.inputs.find((known) => known.part === one) ?? []),
    );
  },
  response: (inner, { status, schema, description }) => {
    if (typeof status !== "number") return;
    const response = {
      status,
      schema: isSchemaObject(schema) ? schema : undefined,
      description: isText(description) ? description : undefined,
    };
    const isKnown = inner.responses.some((known) => known.status === status);
    inner.responses = isKnown
      ? inner.responses.map((known) => (known.status === status ? response : known))
      : [...inner.responses, response];
  },
};

/** The range that a place declares, with one more end of it. */
function within({ versions }: Draft, end: Partial<VersionRange>): DeclaredVersions {
  const open: VersionRange = { since: undefined, until: undefined };
  const range = { ...open, ...versions?.range, ...end };
  const isRange = range.since !== undefined || range.until !== undefined;
  return { named: versions?.named ?? [], range: isRange ? range : undefined };
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return values.length < 2 ? values : [...new Set(values)];
}

function isSchemaObject(value: unknown): value is object {
  return isObject(value) || typeof value === "function";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isFunction<F>(value: unknown): value is F {
  return typeof value === "function";
}
