import type { Problem } from "../model/problem";
import { isToken } from "../http/field-values";
import { parseTemplate } from "../http/path-template";
import { isChange } from "../model/change";
import { isContext } from "../model/context";
import { isResponseStatus } from "../model/schema";
import { isCallable, type OptionKind, type OptionSetting, type SettingOf } from "../model/setting";
import { describe, isFilledText, isObject, nameOf, isObjectOrFunction } from "../model/value";
import { VersionNeutral } from "../model/version";
import { problem } from "./problems";

/** Where the problems of `AppOptions.Versioning` are. */
export const versioningWhere = "AppOptions.Versioning";

/** True if a value is a status that a route can answer with: a whole number from 200 to 599. */
function isStatus(code: unknown): boolean {
  return typeof code === "number" && Number.isInteger(code) && code >= 200 && code <= 599;
}

/** True if a value is an object that JSON can represent, for a document. */
export function isJSONObject(value: unknown): boolean {
  if (!isObject(value) || Array.isArray(value)) return false;
  try {
    return typeof JSON.stringify(value) === "string";
  } catch {
    return false;
  }
}

/** The problems of one path or prefix, by itself. */
export function checkPath(where: string, path: unknown): readonly Problem[] {
  if (typeof path !== "string") return checkArgument(where, pathArgument, path);
  if (path === "") return [];
  if (!path.startsWith("/")) return [problem("path-without-slash", where, path)];
  const malformed = parseTemplate(path).filter((segment) => segment.kind === "malformed");
  return malformed.map(({ text }) =>
    text === "" ? problem("path-empty-segment", where, path) : problem("parameter-malformed", where, text),
  );
}

/** The problem of a route's handler. */
export function checkHandler(where: string, handler: unknown): readonly Problem[] {
  return checkArgument(where, handlerArgument, handler);
}

/** The problem of one middleware. */
export function checkMiddleware(where: string, handler: unknown): readonly Problem[] {
  if (!isCallable(handler)) return checkArgument(where, middlewareArgument, handler);
  if (handler.length < 4) return [];
  return [problem("middleware-with-four-parameters", where, nameOf(handler))];
}

/** The expected value of an option, in words that follow "must be", and its test. */
export interface Expectation {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

/** The options of one object, by name. */
export type Expectations = Readonly<Record<string, Expectation>>;

/** The problem of a text that is not an option's argument. */
export function checkText(where: string, name: string, value: unknown): readonly Problem[] {
  return checkArgument(where, { name, ...text }, value);
}

/** One argument: its name in a message, and what it must be. */
export interface Argument extends Expectation {
  /** Such as `the text of Summary`. */
  readonly name: string;
}

/** The problem of an argument: `<name> must be <expected>, got <written>`. */
export function checkArgument(where: string, argument: Argument, value: unknown): readonly Problem[] {
  return argument.holds(value) ? [] : [argumentProblem(where, argument, value)];
}

/** The same for a value that is known to be wrong. */
export function argumentProblem(
  where: string,
  { name, expected }: Pick<Argument, "name" | "expected">,
  value: unknown,
): Problem {
  const written = value === VersionNeutral ? "VersionNeutral" : describe(value);
  return problem("argument-invalid", where, name, expected, written);
}

/** The unknown options of an object, and those with unexpected values; undefined counts as unset. */
export function checkExpectations(
  { where, of = "" }: { readonly where: string; readonly of?: string },
  options: object,
  known: Expectations,
): readonly Problem[] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    const expectation = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!expectation) return [problem("option-unknown-name", where, name)];
    return value === undefined ? [] : checkArgument(where, { name: `${name}${of}`, ...expectation }, value);
  });
}

/** Expects an object, or a function, with these functions. */
export function hasFunctions(...names: readonly string[]): (value: unknown) => boolean {
  return (value) =>
    isObjectOrFunction(value) && names.every((name) => typeof Reflect.get(value, name) === "function");
}

/** True for the options of WithContext. */
function isTiming(options: unknown): boolean {
  return (
    isObject(options) &&
    Object.entries(options).every(
      ([name, value]: [string, unknown]) => name === "After" && typeof value === "boolean",
    )
  );
}

const handlerArgument: Argument = { name: "the handler", expected: "a function", holds: isCallable };

const middlewareArgument: Argument = { name: "a middleware", expected: "a function", holds: isCallable };

const pathArgument: Argument = {
  name: "a path",
  expected: "a string",
  holds: (path) => typeof path === "string",
};

/** An argument of an option. `of` returns its values in a setting: several if the argument may be repeated. */
interface OptionArgument<Kind extends OptionKind> extends Argument {
  readonly of: (setting: SettingOf<Kind>) => readonly unknown[];
}

const text = { expected: "a non-empty string", holds: isFilledText } satisfies Expectation;

const status = { expected: "a whole number from 200 to 599", holds: isStatus } satisfies Expectation;

const version = {
  expected: "a version",
  holds: (value: unknown) => isFilledText(value) && value !== VersionNeutral,
} satisfies Expectation;

const fieldName = {
  expected: "a field name (RFC 9110, 5.1)",
  holds: (name: unknown) => typeof name === "string" && isToken(name),
} satisfies Expectation;

const change = { expected: "made by Change(version, description)", holds: isChange } satisfies Expectation;

const callable = { expected: "a function", holds: isCallable } satisfies Expectation;

/** The arguments of each option that only have to be of one kind; what else a rule says of them has a file of its own. */
const optionArguments: { readonly [Kind in OptionKind]: readonly OptionArgument<Kind>[] } = {
  version: [],
  since: [{ name: "the argument of Since", ...version, of: (setting) => [setting.version] }],
  until: [{ name: "the argument of Until", ...version, of: (setting) => [setting.version] }],
  lifecycle: [],
  prefix: [],
  tags: [{ name: "a tag of WithTags", ...text, of: ({ tags }) => tags }],
  guards: [{ name: "a guard", ...callable, of: ({ guards }) => guards }],
  middleware: [],
  security: [],
  context: [
    {
      name: "the first argument of WithContext",
      expected: "a key made by Context(name)",
      holds: isContext,
      of: ({ key }) => [key],
    },
    {
      name: "the second argument of WithContext",
      expected: "a function of the request, or a SecurityScheme",
      holds: isCallable,
      of: ({ scheme, provide }) => (scheme ? [] : [provide]),
    },
    {
      name: "the third argument of WithContext after a SecurityScheme",
      ...callable,
      of: ({ scheme, provide }) => (scheme ? [provide] : []),
    },
    {
      name: "the options of WithContext",
      expected: "an object with After, which is true or false",
      holds: isTiming,
      of: ({ options }) => (options === undefined ? [] : [options]),
    },
  ],
  deprecated: [],
  hidden: [],
  status: [{ name: "the argument of Status", ...status, of: ({ code }) => [code] }],
  summary: [{ name: "the text of Summary", ...text, of: (setting) => [setting.text] }],
  description: [{ name: "the text of Description", ...text, of: (setting) => [setting.text] }],
  operationID: [{ name: "the argument of OperationID", ...text, of: ({ id }) => [id] }],
  operation: [
    {
      name: "the argument of WithOperation",
      expected: "an object that JSON can hold, with members of an Operation Object",
      holds: isJSONObject,
      of: ({ operation }) => [operation],
    },
  ],
  changes: [{ name: "a change of WithChanges", ...change, of: ({ changes }) => changes }],
  before: [{ name: "the first argument of Before", ...change, of: (setting) => [setting.change] }],
  restatus: [{ name: "a status of Restatus", ...status, of: ({ old, now }) => [old, now] }],
  headerRename: [{ name: "a name of RenameHeader", ...fieldName, of: ({ old, now }) => [old, now] }],
  withoutHeader: [{ name: "the argument of WithoutHeader", ...fieldName, of: ({ now }) => [now] }],
  shadow: [{ name: "the second argument of Shadow", ...callable, of: ({ handler }) => [handler] }],
  params: [],
  query: [],
  headers: [],
  cookies: [],
  body: [],
  response: [
    {
      name: "the status of WithResponse",
      expected: 'a whole number from 200 to 599, "4XX" and its like, or "default"',
      holds: isResponseStatus,
      of: (setting) => [setting.status],
    },
  ],
};

/** The problems of an option's arguments, one by one, by the table above. */
export function checkArguments(where: string, setting: OptionSetting): readonly Problem[] {
  // Each row takes settings of its own kind.
  const rows = optionArguments[setting.kind] as readonly OptionArgument<OptionKind>[];
  return rows.flatMap((row) => row.of(setting as never).flatMap((value) => checkArgument(where, row, value)));
}

/** Every argument with a name of its own, for the page that lists them. */
export const namedArguments: readonly Argument[] = [
  handlerArgument,
  middlewareArgument,
  pathArgument,
  ...Object.values<readonly Argument[]>(optionArguments).flat(),
];
