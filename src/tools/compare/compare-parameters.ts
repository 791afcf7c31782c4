import { parseTemplate } from "../../http/path-template";
import { isSchema } from "../../schema/json-schema/subschema";
import { canonical } from "../../schema/interface/json-value";
import type { OpenAPIParameter } from "../../schema/interface/openapi";
import { compareSchemas } from "./compare-schemas";
import { both, breaking, harmless, inPart, withCause } from "./difference";
import type { DifferenceVerdict, Pair, PartDifference } from "./difference";
import { followed, type DocumentedOperation } from "./documented-operation";
import { renamedTo } from "./renaming";
import { schemaSide } from "./value-alternatives";
import type { SchemaSide } from "./alternative";

/** A parameter of an operation. Its reference is already resolved. */
export interface ParameterIn extends Pick<DocumentedOperation, "resolve"> {
  readonly parameter: OpenAPIParameter & Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly name: string;
}

type ParametersIn = readonly ParameterIn[];

/** Lists the parameters of an operation, including those of its path item. */
export function documentedParametersOf({
  item,
  operation,
  path,
  resolve,
}: Pick<DocumentedOperation, "item" | "operation" | "path" | "resolve">): ParametersIn {
  const inPath = namesInPath(path);
  const found = new Map<string, ParameterIn>();
  for (const written of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const target = followed(written, resolve);
    if (!isParameter(target)) continue;
    const key = parameterKey(target, inPath);
    found.set(key, { parameter: target, key, name: `${target.in} parameter "${target.name}"`, resolve });
  }
  return [...found.values()];
}

/** Lists the names of the parameters in a path, in the order of the path. */
export function namesInPath(path: string): readonly string[] {
  return parseTemplate(path).flatMap((segment) => ("name" in segment ? segment.name : []));
}

function isParameter(value: unknown): value is ParameterIn["parameter"] {
  return isSchema(value) && typeof value.name === "string" && typeof value.in === "string";
}

/** Returns the key of a parameter. In a path, the key is the position, because clients do not see the name. */
function parameterKey({ name, in: place }: OpenAPIParameter, inPath: readonly string[]): string {
  switch (place) {
    case "path":
      return `path ${inPath.indexOf(name)}`;
    case "header":
      return `header ${name.toLowerCase()}`;
    default:
      return `${place} ${name}`;
  }
}

export function compareParameters({ was: before, is: after }: Pair<ParametersIn>): readonly PartDifference[] {
  const byKey = both({ was: before, is: after }, (all) => new Map(all.map((one) => [one.key, one])));
  const removed = before.filter(({ key }) => !byKey.is.has(key));
  const added = after.filter(({ key }) => !byKey.was.has(key));
  return [
    ...removed.flatMap(({ name }) => inParameter(name, [breaking("parameter-removed", "was removed")])),
    ...before.flatMap((one) => {
      const other = byKey.is.get(one.key);
      return other ? inParameter(one.name, compareParameter({ was: one, is: other })) : [];
    }),
    ...added.flatMap((one) => inParameter(one.name, [wholeParameter(one), ...compareRenamed(one, removed)])),
  ];
}

function wholeParameter({ parameter }: ParameterIn): DifferenceVerdict {
  return parameter.required === true
    ? breaking("required-parameter-added", "was added, and is required")
    : harmless("parameter-added", "was added");
}

/** Compares a parameter that was added with the removed parameter that had its value before, if there is one. */
function compareRenamed(one: ParameterIn, removed: ParametersIn): readonly DifferenceVerdict[] {
  const was = renamedTo(one.parameter.name, one.resolve, (old) =>
    removed.find(({ parameter }) => parameter.in === one.parameter.in && parameter.name === old),
  );
  return was ? compareSchemas(both({ was, is: one }, sideOf), ofParameter) : [];
}

/** Makes a header the cause of its differences, so that a report shows them once for all operations with it. */
function inParameter(name: string, verdicts: readonly DifferenceVerdict[]): readonly PartDifference[] {
  return inPart(name, name.startsWith("header ") ? verdicts.map((one) => withCause(name, one)) : verdicts);
}

function compareParameter(pair: Pair<ParameterIn>): readonly DifferenceVerdict[] {
  const { was, is } = both(pair, ({ parameter }) => parameter);
  const [wasRequired, isRequired] = [was.required === true, is.required === true];
  return [
    ...(!wasRequired && isRequired ? [breaking("parameter-became-required", "became required")] : []),
    ...(wasRequired && !isRequired ? [harmless("parameter-became-optional", "became optional")] : []),
    ...(writtenAs(was) === writtenAs(is)
      ? []
      : [breaking("parameter-style-changed", "is serialized in another style")]),
    ...(was.deprecated !== true && is.deprecated === true
      ? [harmless("parameter-deprecated", "is now deprecated")]
      : []),
    ...compareSchemas(both(pair, sideOf), ofParameter),
  ];
}

const ofParameter = { direction: "request", subject: "" } as const;

function sideOf({ parameter, resolve }: ParameterIn): SchemaSide {
  const [content] = Object.values(parameter.content ?? {}) as { schema?: unknown }[];
  return schemaSide(parameter.schema ?? content?.schema, resolve);
}

/** Writes the serialization of a parameter (OpenAPI 3.1.1, 4.8.12) as a text that can be compared. */
function writtenAs({ in: place, style, explode, content, allowReserved }: ParameterIn["parameter"]): string {
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  const chosen = style ?? usual;
  const types = Object.keys(content ?? {});
  return canonical([chosen, explode ?? chosen === "form", allowReserved === true, types]);
}
