import type { Problem } from "../model/problem";
import { isMediaType, isToken } from "../http/field-values";
import { parseTemplate } from "../http/path-template";
import { isChange } from "../model/change";
import { isContext } from "../model/context";
import { kinds, type Expectation } from "../model/options";
import { isResponseStatus } from "../model/schema";
import { isCallable, type OptionKind, type OptionSetting, type SettingOf } from "../model/setting";
import {
  describe,
  isFilledText,
  isObject,
  isObjectOrFunction,
  isText,
  nameOf,
  isRecord,
} from "../model/value";
import { VersionNeutral } from "../model/version";
import { problem } from "./problems";

export const versioningWhere = "AppOptions.Versioning";

/** True for an object that JSON can represent, so that an OpenAPI document can contain it. */
export function isJSONObject(value: unknown): boolean {
  if (!isRecord(value)) return false;
  try {
    return typeof JSON.stringify(value) === "string";
  } catch {
    return false;
  }
}

export function checkPath(where: string, path: unknown): readonly Problem[] {
  if (typeof path !== "string") return checkArgument(where, pathArgument, path);
  if (path === "") return [];
  if (!path.startsWith("/")) return [problem("path-without-slash", where, path)];
  const malformed = parseTemplate(path).filter((segment) => segment.kind === "malformed");
  return malformed.map(({ text }) =>
    text === "" ? problem("path-empty-segment", where, path) : problem("parameter-malformed", where, text),
  );
}

export function checkHandler(where: string, handler: unknown): readonly Problem[] {
  if (isGeneratorFunction(handler)) return [problem("handler-generator", where)];
  return checkArgument(where, handlerArgument, handler);
}

/** True for `function*`, also if it is bound, but not for `async function*`. */
function isGeneratorFunction(handler: unknown): boolean {
  return Object.prototype.toString.call(handler) === "[object GeneratorFunction]";
}

export function checkMiddleware(where: string, handler: unknown): readonly Problem[] {
  if (!isCallable(handler)) return checkArgument(where, middlewareArgument, handler);
  if (handler.length < 4) return [];
  return [problem("middleware-with-four-parameters", where, nameOf(handler))];
}

export function wholeNumber(from: number, to: number): Expectation {
  return {
    expected: `a whole number from ${from} to ${to}`,
    holds: (value) => typeof value === "number" && Number.isInteger(value) && value >= from && value <= to,
  };
}

/** Creates a test for an object or a function that has methods with these names. */
export function hasFunctions(...names: readonly string[]): (value: unknown) => boolean {
  return (value) =>
    isObjectOrFunction(value) && names.every((name) => typeof Reflect.get(value, name) === "function");
}

export const expectations = {
  ...kinds,
  callable: { expected: "a function", holds: isCallable },
  list: { expected: "a list", holds: Array.isArray },
  mediaType: { expected: "a media type", holds: isMediaType },
  string: { expected: "a string", holds: isText },
  version: { expected: "a version", holds: (value) => isFilledText(value) && value !== VersionNeutral },
} satisfies Readonly<Record<string, Expectation>>;

/** An argument of an option such as `WithTags("a")`. `name` is its name in messages: "a tag of WithTags". */
export interface Argument extends Expectation {
  readonly name: string;
}

/** Reports an argument that fails its test: `<name> must be <expected>, got <value>`. */
export function checkArgument(where: string, argument: Argument, value: unknown): readonly Problem[] {
  return argument.holds(value) ? [] : [argumentProblem(where, argument, value)];
}

export function argumentProblem(
  where: string,
  { name, expected }: Pick<Argument, "name" | "expected">,
  value: unknown,
): Problem {
  const written = value === VersionNeutral ? "VersionNeutral" : describe(value);
  return problem("argument-invalid", where, name, expected, written);
}

/** Reports unknown options, and wrong values of known options. An option that is undefined counts as missing. */
export function checkExpectations(
  { where, of = "" }: { readonly where: string; readonly of?: string },
  options: object,
  known: Readonly<Record<string, Expectation>>,
): readonly Problem[] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    const expectation = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!expectation) return [problem("option-unknown-name", where, name)];
    return value === undefined ? [] : checkArgument(where, { name: `${name}${of}`, ...expectation }, value);
  });
}

/** Reports a value that is not an object of options, an unknown option, and an option with a wrong value. */
export function checkObject(
  where: string,
  { name, of }: { readonly name: string; readonly of: string },
  options: unknown,
  known: Readonly<Record<string, Expectation>>,
): readonly Problem[] {
  if (isRecord(options)) return checkExpectations({ where, of }, options, known);
  return [argumentProblem(where, { name: `${name}${of}`, expected: "an object" }, options)];
}

function isTiming(options: unknown): boolean {
  return (
    isObject(options) &&
    Object.entries(options).every(
      ([name, value]: [string, unknown]) => name === "After" && typeof value === "boolean",
    )
  );
}

const { callable, filledText, version } = expectations;

const handlerArgument: Argument = { name: "the handler", ...callable };
const middlewareArgument: Argument = { name: "a middleware", ...callable };
const pathArgument: Argument = { name: "a path", ...expectations.string };

/** An argument of an option. `of` lists the values that the call passes: `["a", "b"]` for `WithTags("a", "b")`. */
interface OptionArgument<Kind extends OptionKind> extends Argument {
  readonly of: (setting: SettingOf<Kind>) => readonly unknown[];
}

const status = wholeNumber(200, 599);

const fieldName = {
  expected: "a field name (RFC 9110, 5.1)",
  holds: (name: unknown) => isText(name) && isToken(name),
} satisfies Expectation;

const change = {
  expected: "a change, made by Change(version, description)",
  holds: isChange,
} satisfies Expectation;

/** The arguments of each option, and how each is checked. Further rules are in files such as `versions.ts`. */
const optionArguments: { readonly [Kind in OptionKind]: readonly OptionArgument<Kind>[] } = {
  version: [],
  since: [{ name: "the argument of Since", ...version, of: (setting) => [setting.version] }],
  until: [{ name: "the argument of Until", ...version, of: (setting) => [setting.version] }],
  lifecycle: [],
  prefix: [],
  tags: [{ name: "a tag of WithTags", ...filledText, of: ({ tags }) => tags }],
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
      expected: "an object such as { After: true }",
      holds: isTiming,
      of: ({ options }) => (options === undefined ? [] : [options]),
    },
  ],
  deprecated: [],
  hidden: [],
  status: [{ name: "the argument of Status", ...status, of: ({ code }) => [code] }],
  summary: [{ name: "the text of Summary", ...filledText, of: (setting) => [setting.text] }],
  description: [{ name: "the text of Description", ...filledText, of: (setting) => [setting.text] }],
  operationID: [{ name: "the argument of OperationID", ...filledText, of: ({ id }) => [id] }],
  operation: [
    {
      name: "the argument of WithOperation",
      expected: "a JSON object with members of OpenAPI's Operation Object",
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
      expected: 'a whole number from 200 to 599, a range such as "4XX", or "default"',
      holds: isResponseStatus,
      of: (setting) => [setting.status],
    },
  ],
};

export function checkArguments(where: string, setting: OptionSetting): readonly Problem[] {
  // The cast is safe: `optionArguments[kind]` contains rows for this kind, but TypeScript cannot infer this.
  const rows = optionArguments[setting.kind] as readonly OptionArgument<OptionKind>[];
  return rows.flatMap((row) => row.of(setting as never).flatMap((value) => checkArgument(where, row, value)));
}

/** The arguments that messages call by a name, such as "the handler". The documentation lists all of them. */
export const namedArguments: readonly Argument[] = [
  handlerArgument,
  middlewareArgument,
  pathArgument,
  ...Object.values<readonly Argument[]>(optionArguments).flat(),
];
