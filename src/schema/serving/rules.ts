import { parameterNames } from "../../http/path-template";
import { remembered } from "../../core/model/collections";
import { schemasOf } from "../interface/at-version";
import type { ErrorSchemas } from "../../core/model/error-format";
import type { Problem } from "../../core/model/problem";
import type { Schemas } from "../schemas";
import { hasNoAlternatives } from "../closed-members";
import { asyncFailure, isAsync } from "../compiled-schema";
import { isSchemaLike } from "../interface/schema-like";
import { readingFailureOf } from "../standard";
import { beginsWithTransform } from "../zod";
import { takesObject } from "../json-schema/kinds";
import { schemaShapeOf, type Shape } from "../json-schema/shape";
import { schemaFailureOf } from "../too-deep";
import { placeOf, schemasIn } from "../json-schema/subschema";
import { referencesOf } from "../json-schema/targets";
import { isJudged, optionOf, type Use, type UsePlace } from "../interface/use";
import type { JSONSchema, QueryOptions, Side } from "../interface/schema";
import { isObject } from "../../core/model/value";
import type { Checkable } from "../../core/check/checkable";
import { heldHistoriesBy, type FindHeld } from "./held-histories";
import { placesInWords } from "../../core/check/problems";
import { problem } from "./problems";

export function checkSchemas({ schemas }: Checkable): readonly Problem[] {
  const heldIn = heldHistoriesBy(schemas);
  // The results are remembered, because many routes share a schema.
  const failureToClose = remembered((schema) => closingFailureOf(schema, schemas));
  return [
    ...schemas.uses.flatMap((use) => {
      const held = heldIn(use.schema, {
        where: use.route.where,
        option: optionOf(use),
        side: use.side,
      });
      if (held.length > 0) return held;
      const ofUse = checkCompiled(use, schemas, failureToClose);
      return [...(ofUse.length > 0 ? ofUse : checkDescribed(use, schemas)), ...checkShape(use, schemas)];
    }),
    ...checkSeparators(schemas),
    ...checkErrorSchema(schemas, heldIn),
    ...schemas.shared.conflicts.map(({ name, where, other, place }) =>
      problem("schema-name-repeated", where, name, placesInWords(where, other), place),
    ),
  ];
}

type FailureToClose = (schema: object) => string | undefined;

function checkCompiled(use: Use, schemas: Schemas, failureToClose: FailureToClose): readonly Problem[] {
  // A webhook's payload is not validated, but undeclared members are removed, which not every schema allows.
  if (use.place === "webhook") return invalid(use, failureToClose(use.schema));
  if (!isJudged(use.place)) return [];
  // `checkPlaces` has already reported arrays, and functions that are not schemas.
  if (typeof use.schema === "function" ? !("~standard" in use.schema) : Array.isArray(use.schema)) return [];
  const compiled = schemas.compile(use);
  const { where } = use.route;
  if (!compiled) return [problem("schema-without-ajv", where, optionOf(use))];
  if ("ajvFailure" in compiled) return [problem("ajv-unusable", "AppOptions", compiled.ajvFailure)];
  if ("failure" in compiled) return invalid(use, compiled.failure);
  return use.place === "response" ? invalid(use, failureToClose(use.schema)) : [];
}

function invalid(use: Use, failure: string | undefined): readonly Problem[] {
  return failure === undefined ? [] : [problem("schema-invalid", use.route.where, optionOf(use), failure)];
}

/** Reports mistakes of a schema that is only shown in documents. `checkCompiled` reports those of other schemas. */
function checkDescribed(use: Use, schemas: Schemas): readonly Problem[] {
  if (!isSchemaLike(use.schema) || isJudged(use.place)) return [];
  return failuresIn(use.schema, use.side, schemas).map((failure) =>
    problem("schema-invalid", use.route.where, optionOf(use), failure),
  );
}

/** Lists the mistakes because of which a schema cannot validate: a `$ref` without a target, and `$async`. */
function failuresIn(schema: object, side: Side, { missingReferences, jsonOf }: Schemas): readonly string[] {
  const unreadable = readingFailureOf(schema);
  if (unreadable !== undefined) return [unreadable];
  const json = jsonOf(schema, side) ?? {};
  const failures = missingReferences(schema, side).map((reference) => {
    const place = placeOf(json, (one) => referencesOf(one).includes(reference));
    return `can't resolve reference ${reference}${place ? `, at ${place}` : ""}`;
  });
  return isAsyncSchema(json) ? [...failures, asyncFailure] : failures;
}

// Many routes share large schemas, so each schema is searched only once.
const isAsyncSchema = remembered((json) => schemasIn(json as JSONSchema).some(isAsync));
const takesNoObject = remembered((json) => !takesObject(json as JSONSchema));

function closingFailureOf(schema: object, { closedMembers, jsonOf }: Schemas): string | undefined {
  const unreadable = readingFailureOf(schema);
  if (unreadable !== undefined) return unreadable;
  const json = jsonOf(schema, "output");
  // `closedMembers` fails only for unions, and takes time, so other schemas are not tried here.
  if (!json || hasNoAlternatives(json)) return undefined;
  try {
    closedMembers(schema);
    return undefined;
  } catch (error) {
    return schemaFailureOf(error);
  }
}

/** Reports an `Errors.Schema` that cannot be described as JSON Schema: documents need this description. */
function checkErrorSchema(schemas: Schemas, heldIn: FindHeld): readonly Problem[] {
  return schemasOfErrors(schemas.errors).flatMap((schema) => {
    const at = { where: "AppOptions", option: "Errors.Schema", side: "output" } as const;
    const held = heldIn(schema, at);
    if (held.length > 0) return held;
    const description = schemas.describe(schema, "output");
    const failures = "failure" in description ? [description.failure] : failuresIn(schema, "output", schemas);
    return failures.map((failure) => problem("schema-invalid", "AppOptions", "Errors.Schema", failure));
  });
}

/** Lists `Errors.Schema`, or all schemas of its history. Other values are left out: `checkOptions` reports them. */
export function schemasOfErrors({ declared }: ErrorSchemas): readonly object[] {
  return schemasOf(declared).filter(isSchemaLike);
}

function checkShape(use: Use, { jsonOf }: Schemas): readonly Problem[] {
  if (!use.isShown || !placesOfParameters.has(use.place)) return [];
  const json = jsonOf(use.schema, use.side);
  if (!json) return [];
  if (takesNoObject(json) && !beginsWithTransform(use.schema)) {
    return [problem("parameters-not-object", use.route.where, optionOf(use))];
  }
  if (use.place === "params") return checkParams(use, schemaShapeOf(json));
  return use.place === "headers" ? checkHeaders(use, schemaShapeOf(json)) : [];
}

const placesOfParameters: ReadonlySet<UsePlace> = new Set<UsePlace>([
  "params",
  "query",
  "headers",
  "cookies",
]);

function checkSeparators({ uses, listsWithin }: Schemas): readonly Problem[] {
  const routes = new Set(uses.filter(({ place }) => place === "query").map(({ route }) => route));
  const queries = [...routes].flatMap(({ where, contract }) =>
    contract.inputs.flatMap((input) => (input.part === "query" ? [{ where, query: input }] : [])),
  );
  return queries.flatMap(({ where, query }) => {
    const kindsOf = schemasOf(query.schema).filter(isSchemaLike).map(listsWithin);
    return separatedNames(query.options).flatMap((name) => {
      const kinds = kindsOf.map((kindOf) => kindOf(name));
      if (kinds.length === 0 || kinds.includes("list")) return [];
      const isNamed = kinds.includes("no list");
      const what = isNamed
        ? "for which the schema accepts no list: correct the schema, or remove the Separator"
        : "which the schema does not have: correct the name";
      return [problem("separator-without-list", where, JSON.stringify(name), what)];
    });
  });
}

function separatedNames({ Separator }: QueryOptions): readonly string[] {
  return isObject(Separator) && !Array.isArray(Separator) ? Object.keys(Separator) : [];
}

function checkParams({ route }: Use, { properties }: Shape): readonly Problem[] {
  const inPath = new Set(parameterNames(route.segments));
  return properties
    .filter(({ name }) => !inPath.has(name))
    .map(({ name }) => problem("params-unknown", route.where, name));
}

function checkHeaders({ route }: Use, { properties }: Shape): readonly Problem[] {
  return properties
    .filter(({ name }) => name !== name.toLowerCase())
    .map(({ name }) => problem("header-name-case", route.where, name));
}
