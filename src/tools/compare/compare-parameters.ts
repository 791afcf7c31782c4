import { parseTemplate } from "../../http/path-template";
import { isSchema } from "../../json-schema/subschema";
import type { OpenAPIParameter } from "../../model/openapi";
import { pointerTo, type DifferenceVerdict, type PartDifference } from "./difference";
import type { FollowReference } from "../../json-schema/targets";
import type { DocumentedOperation } from "./documented-operation";
import { compareSchemas, conjunction } from "./compare-schemas";
import type { SchemaSide } from "./value-alternatives";
import { canonical } from "../../model/json-value";

/** A parameter with its references resolved. */
export interface ParameterIn {
  readonly parameter: OpenAPIParameter & Readonly<Record<string, unknown>>;
  /** Equal in both documents for one parameter. */
  readonly key: string;
  /** `query parameter "q"`. */
  readonly name: string;
  readonly resolve: FollowReference;
}

/** The parameters of an operation, those of its path item included. */
export function documentedParametersOf({
  item,
  operation,
  path,
  resolve,
}: DocumentedOperation): readonly ParameterIn[] {
  const inPath = parseTemplate(path).flatMap((segment) => ("name" in segment ? segment.name : []));
  const found = new Map<string, ParameterIn>();
  for (const written of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const target =
      "$ref" in written && typeof written.$ref === "string" ? resolve(written, written.$ref) : written;
    if (!isParameter(target)) continue;
    const key = parameterKey(target, inPath);
    found.set(key, { parameter: target, key, name: `${target.in} parameter "${target.name}"`, resolve });
  }
  return [...found.values()];
}

function isParameter(value: unknown): value is ParameterIn["parameter"] {
  return isSchema(value) && typeof value.name === "string" && typeof value.in === "string";
}

/**
 * The key of a parameter: of a path its position, because clients do not see the name; of a header the name in lower
 * case.
 */
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

/** Compares all parameters of a request, without the body. */
export function compareParameters(
  before: readonly ParameterIn[],
  after: readonly ParameterIn[],
): readonly PartDifference[] {
  return comparedParameters(before, after).map((one) =>
    // A header is often declared once for the whole application.
    one.part.startsWith("header ")
      ? { cause: { name: one.part, text: one.text, subject: pointerTo(one.path ?? []) }, ...one }
      : one,
  );
}

function comparedParameters(
  before: readonly ParameterIn[],
  after: readonly ParameterIn[],
): readonly PartDifference[] {
  const removed = before.filter(({ key }) => !after.some((other) => other.key === key));
  const added = after.filter(({ key }) => !before.some((other) => other.key === key));
  return [
    ...removed.map(({ name }) => ({
      part: name,
      kind: "parameter-removed" as const,
      text: "was removed",
      isBreaking: true,
    })),
    ...before.flatMap((one) => {
      const other = after.find(({ key }) => key === one.key);
      return other ? compareParameter(one, other) : [];
    }),
    ...added.map(({ name, parameter }) =>
      parameter.required === true
        ? {
            part: name,
            kind: "required-parameter-added" as const,
            text: "was added, and is required",
            isBreaking: true,
          }
        : { part: name, kind: "parameter-added" as const, text: "was added", isBreaking: false },
    ),
  ];
}

function compareParameter(before: ParameterIn, after: ParameterIn): readonly PartDifference[] {
  const [was, is] = [before.parameter, after.parameter];
  const [wasRequired, isRequired] = [was.required === true, is.required === true];
  const verdicts: readonly DifferenceVerdict[] = [
    ...(wasRequired === isRequired
      ? []
      : isRequired
        ? [{ kind: "parameter-became-required" as const, text: "became required", isBreaking: true }]
        : [{ kind: "parameter-became-optional" as const, text: "became optional", isBreaking: false }]),
    ...(writtenAs(was) === writtenAs(is)
      ? []
      : [
          {
            kind: "parameter-style-changed" as const,
            text: "is serialized in another style",
            isBreaking: true,
          },
        ]),
    ...(was.deprecated !== true && is.deprecated === true
      ? [{ kind: "parameter-deprecated" as const, text: "is now deprecated", isBreaking: false }]
      : []),
    ...compareSchemas(sideOf(before), sideOf(after), { direction: "request", subject: "" }),
  ];
  return verdicts.map((one) => ({ part: before.name, ...one }));
}

function sideOf({ parameter, resolve }: ParameterIn): SchemaSide {
  const [content] = Object.values(parameter.content ?? {}) as { schema?: unknown }[];
  return { schemas: conjunction(parameter.schema ?? content?.schema), resolve };
}

/** How a value is serialized: OpenAPI 3.1.1, 4.8.12. */
function writtenAs({ in: place, style, explode, content, allowReserved }: ParameterIn["parameter"]): string {
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  const chosen = style ?? usual;
  const types = Object.keys(content ?? {});
  return canonical([chosen, explode ?? chosen === "form", allowReserved === true, types]);
}
