import type { Problem } from "../model/problem";
import { isMediaType } from "../../http/field-values";
import { parseTemplate } from "../../http/path-template";
import { librarySchemaInWords } from "../../schema/interface/library-schemas";
import { kinds, type Argument, type Expectation } from "../model/options";
import { isCallable, type CheckedPlace, type OptionSetting } from "../model/setting";
import { describe, isFilledText, isText, nameOf, isRecord } from "../model/value";
import { VersionNeutral } from "../model/version";
import type { Versioning } from "../model/versioning";
import { problem } from "./problems";

export const versioningWhere = "AppOptions.Versioning";

/** True for an object that JSON can represent, so that an OpenAPI document can contain it. */
export function isJSONObject(value: unknown): boolean {
  if (!isRecord(value)) return false;
  try {
    return typeof JSON.stringify(value) === "string" && librarySchemaInWords(value) === undefined;
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

export const expectations = {
  ...kinds,
  callable: { expected: "a function", holds: isCallable },
  list: { expected: "a list", holds: Array.isArray },
  /** A status that a response may have. */
  status: wholeNumber(200, 599),
  mediaType: { expected: "a media type", holds: isMediaType },
  string: { expected: "a string", holds: isText },
  version: { expected: "a version", holds: (value) => isFilledText(value) && value !== VersionNeutral },
} satisfies Readonly<Record<string, Expectation>>;

/** Reports an argument that fails its test: `<name> must be <expected>, got <value>`. */
export function checkArgument(where: string, argument: Argument, value: unknown): readonly Problem[] {
  return argument.holds(value) ? [] : [argumentProblem(where, argument, value)];
}

export function argumentProblem(
  where: string,
  { name, expected, found }: Pick<Argument, "name" | "expected" | "found">,
  value: unknown,
): Problem {
  const written = found?.(value) ?? (value === VersionNeutral ? "VersionNeutral" : describe(value));
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

const { callable } = expectations;

const handlerArgument: Argument = { name: "the handler", ...callable };
const middlewareArgument: Argument = { name: "a middleware", ...callable };
const pathArgument: Argument = { name: "a path", ...expectations.string };

/** Reports the arguments of an option that fail their tests. */
function checkArguments(
  where: string,
  { option, value }: OptionSetting,
  versioning: Versioning,
): readonly Problem[] {
  return option.arguments.flatMap((argument) =>
    argument.of(value, versioning).flatMap((one) => checkArgument(where, argument, one)),
  );
}

/** Checks one option: its arguments, and then its own rules. */
export function checkOption(at: CheckedPlace, setting: OptionSetting): readonly Problem[] {
  return [
    ...checkArguments(at.where, setting, at.versioning),
    ...(setting.option.check?.(at, setting) ?? []),
  ];
}

/** The arguments that messages call by a name, and that are not those of an option. The documentation lists them. */
export const namedArguments: readonly Argument[] = [handlerArgument, middlewareArgument, pathArgument];
