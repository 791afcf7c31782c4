import { withoutTrailingSlash } from "../http/path-template";
import { isChange, type Change } from "../model/change";
import { isContext } from "../model/context";
import type { DeclaredResponse } from "../model/contract";
import type { Guard, Middleware } from "../model/handler";
import type { Place } from "../model/route";
import { isResponseStatus, parts, type ResponseOptions, type ResponseStatus } from "../model/schema";
import {
  hasMeaningAt,
  type DeclaredVersions,
  type HeldOption,
  type InputSetting,
  type OptionKind,
  type OptionSetting,
  type ProvideContext,
  type RouteSettings,
  type SettingOf,
  type VersionRange,
} from "../model/setting";
import { isObject, isObjectOrFunction, isText } from "../model/value";

export const noSettings: RouteSettings = {
  prefix: "",
  versions: undefined,
  tags: [],
  middleware: [],
  guards: [],
  security: undefined,
  contextSettings: [],
  contexts: new Map(),
  status: undefined,
  statusBefore: undefined,
  deprecated: false,
  hidden: false,
  summary: undefined,
  description: undefined,
  operationID: undefined,
  operation: [],
  changes: [],
  lifecycle: undefined,
  inputs: [],
  responses: [],
  befores: [],
  held: [],
  shadows: [],
};

/** Applies the options of one Router, controller, route or webhook to the settings that it inherits. */
export function inherit(outer: RouteSettings, { of, settings }: Omit<Place, "where">): RouteSettings {
  if (settings.length === 0) return outer;
  const inner: SettingsDraft = { ...outer, versions: undefined };
  for (const setting of settings) {
    if (setting.kind === "mistake") continue;
    // The cast is safe: `rules[setting.kind]` takes settings of this kind.
    if (hasMeaningAt(of, setting.kind)) (rules[setting.kind] as Rule<OptionSetting>)(inner, setting);
  }
  inner.versions = versionsWithin(outer.versions, inner.versions);
  return inner;
}

function versionsWithin(
  outer: DeclaredVersions | undefined,
  inner: DeclaredVersions | undefined,
): DeclaredVersions | undefined {
  if (!inner) return outer;
  if (!inner.range || !outer?.range) return inner;
  const { since, until } = inner.range;
  return {
    named: inner.named,
    range: { since: since ?? outer.range.since, until: until ?? outer.range.until },
  };
}

type SettingsDraft = { -readonly [Field in keyof RouteSettings]: RouteSettings[Field] };
type Rule<One> = (inner: SettingsDraft, setting: One) => void;

/** How each option combines with the option of an outer Router. Values of a wrong type are ignored. */
const rules: { readonly [Kind in OptionKind]: Rule<SettingOf<Kind>> } = {
  prefix: (inner, { kind, path, before }) => {
    hold(inner, kind, before);
    if (isText(path)) inner.prefix += withoutTrailingSlash(path);
  },
  version: (inner, { versions }) => {
    inner.versions = { named: unique(versions.filter(isText)), range: inner.versions?.range };
  },
  since: (inner, { version }) => {
    inner.versions = rangeWithin(inner, isText(version) ? { since: version } : {});
  },
  until: (inner, { version }) => {
    inner.versions = rangeWithin(inner, isText(version) ? { until: version } : {});
  },
  tags: (inner, { tags }) => {
    inner.tags = unique([...inner.tags, ...tags.filter(isText)]);
  },
  middleware: (inner, { kind, handlers, before }) => {
    hold(inner, kind, before);
    inner.middleware = [...inner.middleware, ...handlers.filter(isFunction<Middleware>)];
  },
  guards: (inner, { kind, guards, before }) => {
    hold(inner, kind, before);
    inner.guards = [...inner.guards, ...guards.filter(isFunction<Guard>)];
  },
  security: (inner, { kind, needed, before }) => {
    // `WithSecurity` replaces the Router's, and with it the Router's `Before(change, WithSecurity(...))`.
    inner.held = inner.held.filter((held) => held.kind !== kind);
    hold(inner, kind, before);
    inner.security = needed;
  },
  context: (inner, setting) => {
    const { key, provide, scheme, options } = setting;
    inner.contextSettings = [...inner.contextSettings, setting];
    if (!isContext(key) || !isFunction<ProvideContext>(provide)) return;
    const isAfter = isObject(options) && "After" in options && options.After === true;
    inner.contexts = new Map([...inner.contexts, [key, { provide, scheme, isAfter }]]);
  },
  status: (inner, { code, before }) => {
    if (typeof code !== "number") return;
    inner.status = code;
    inner.statusBefore = before;
  },
  deprecated: (inner, { isSo }) => {
    if (isSo !== false) inner.deprecated = true;
  },
  hidden: (inner, { isSo }) => {
    if (isSo !== false) inner.hidden = true;
  },
  summary: (inner, { text }) => {
    if (isText(text)) inner.summary = text;
  },
  description: (inner, { text }) => {
    if (isText(text)) inner.description = text;
  },
  operationID: (inner, { id }) => {
    if (isText(id)) inner.operationID = id;
  },
  operation: (inner, { operation }) => {
    if (isObject(operation)) inner.operation = [...inner.operation, operation];
  },
  changes: (inner, { changes }) => {
    inner.changes = unique([...inner.changes, ...changes.filter(isChange)]);
  },
  before: (inner, { change, settings }) => {
    if (isChange(change)) inner.befores = [...inner.befores, { change, settings }];
  },
  shadow: (inner, setting) => {
    inner.shadows = [...inner.shadows, setting];
  },
  restatus: ofChange,
  headerRename: ofChange,
  withoutHeader: ofChange,
  lifecycle: (inner, { lifecycle }) => {
    if (isObject(lifecycle)) inner.lifecycle = { ...inner.lifecycle, ...lifecycle };
  },
  params: addInput,
  query: addInput,
  headers: addInput,
  cookies: addInput,
  body: addInput,
  response: (inner, { status, schema, about }) => {
    if (!isResponseStatus(status)) return;
    const response = declaredResponse(status, schema, about);
    const isKnown = inner.responses.some((known) => known.status === status);
    inner.responses = isKnown
      ? inner.responses.map((known) => (known.status === status ? response : known))
      : [...inner.responses, response];
  },
};

function hold(inner: SettingsDraft, kind: HeldOption["kind"], change: Change | undefined): void {
  if (change) inner.held = [...inner.held, { kind, change }];
}

function ofChange(): void {
  // An option that declares an API change alters only what clients of older versions get, never the route itself.
}

function declaredResponse(status: ResponseStatus, schema: unknown, about: unknown): DeclaredResponse {
  const { Description, Headers, Type, Examples }: ResponseOptions = isText(about)
    ? { Description: about }
    : isObject(about)
      ? about
      : {};
  return {
    place: "response",
    status,
    schema: isObjectOrFunction(schema) ? schema : undefined,
    converted: undefined,
    description: isText(Description) ? Description : undefined,
    headers: new Map(Object.entries(isObject(Headers) ? Headers : {})),
    type: isText(Type) ? Type : undefined,
    examples: new Map(Object.entries(isObject(Examples) ? Examples : {})),
  };
}

function addInput(inner: SettingsDraft, { kind, schema, options }: InputSetting): void {
  if (!isObjectOrFunction(schema)) return;
  const input = { part: kind, schema, options: isObject(options) ? options : {} };
  // The inputs are in the order in which they are validated.
  inner.inputs = parts.flatMap((one) =>
    one === kind ? input : (inner.inputs.find((known) => known.part === one) ?? []),
  );
}

function rangeWithin({ versions }: SettingsDraft, end: Partial<VersionRange>): DeclaredVersions {
  const open: VersionRange = { since: undefined, until: undefined };
  const range = { ...open, ...versions?.range, ...end };
  const isRange = range.since !== undefined || range.until !== undefined;
  return { named: versions?.named ?? [], range: isRange ? range : undefined };
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return values.length < 2 ? values : [...new Set(values)];
}

function isFunction<F>(value: unknown): value is F {
  return typeof value === "function";
}
