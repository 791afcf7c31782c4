import { once, onceEach, remembered } from "../core/model/collections";
import { isSameJSON } from "./interface/json-value";
import { librarySchemaInWords } from "./interface/library-schemas";
import type { AjvFactory, JSONSchema, Side } from "./interface/schema";
import { bundleOf, type Bundle } from "./json-schema/bundle";
import {
  isComponentReference,
  refersToComponents,
  withComponents,
  type FindSchema,
} from "./json-schema/component-references";
import { sharedComponents } from "./json-schema/shared-components";
import { inNewestDraft } from "./json-schema/drafts";
import { withFilledMembers } from "./json-schema/filled-members";
import { ruleOf } from "./json-schema/keywords";
import { schemasIn } from "./json-schema/subschema";
import { subschemaIn } from "./json-schema/targets";
import { plainSchemasBy, type PlainSchemas } from "./ajv/plain-schemas";
import type { AppComponents } from "./app-components";
import { type PlainReader, setPlainReader } from "./plain-at-hand";
import { ajvUseOf, type SchemaUse } from "./compiled-schema";
import { describeSchema, type DescribedSchema } from "./standard";
import { isSchemaLike } from "./interface/schema-like";
import { schemaFailureOf } from "./too-deep";
import { setFunctionTest } from "./dropped-promises";
import { callsNoFunctions } from "./zod";

// Whatever reads schemas for an App imports this file, so that histories of the same process read them alike.
setPlainReader({ readerBy: plainReader, advice: "npm install ajv" });
setFunctionTest(callsNoFunctions);

/** The reader with the application's ajv (`AppOptions.Ajv`), or else the installed ajv, and with an App's components. */
export function plainReader(factory: AjvFactory | undefined, components: AppComponents): PlainReader {
  const plain = once(() => plainSchemasBy(factory, components));
  const bundle = bundlesBy(plain, components);
  const firstOf = firstOfEqual(components);
  const describe = remembered((schema, side: Side) =>
    orFailure(() => describedPlain(bundle(schema, side), side)),
  );
  const compile = remembered((schema: JSONSchema, use: SchemaUse) =>
    orFailure(() => librarySchemaFailureOf(schema) ?? plain().compile(schema, use)),
  );
  return {
    describe: (schema, side) => describe(firstOf(schema), side),
    compile: (schema, use) => compile(firstOf(schema), use),
    missingReferences: (schema, side) => {
      const bundled = bundle(schema, side);
      return "missing" in bundled ? bundled.missing : [];
    },
    unknownKeywords: (schema, use) =>
      unspecifiedKeywords(schema).filter((word) => !plain().hasKeyword(word, ajvUseOf(use))),
  };
}

function librarySchemaFailureOf(schema: JSONSchema): { readonly failure: string } | undefined {
  // `Cat.shape` of zod is a problem of the option that has it.
  const found = isSchemaLike(schema)
    ? librarySchemaInWords(schema, (reference) => subschemaIn(schema, schema, reference))
    : undefined;
  return found === undefined ? undefined : { failure: `got ${found}` };
}

/** A schema may nest so deep that the stack overflows before ajv gets it. */
function orFailure<Made>(make: () => Made): Made | { readonly failure: string } {
  try {
    return make();
  } catch (error) {
    return { failure: schemaFailureOf(error) };
  }
}

function describedPlain(bundled: ReturnType<ReturnType<typeof bundlesBy>>, side: Side): DescribedSchema {
  if (!("json" in bundled)) return bundled;
  return { json: side === "input" ? withFilledMembers(bundled.json) : bundled.json };
}

function bundlesBy(
  plain: () => PlainSchemas,
  components: AppComponents,
): (schema: object, side: Side) => Bundle | { readonly failure: string } {
  const finders = onceEach((side: Side) =>
    once(() => plain().finder(side === "input" ? "body" : "response")),
  );
  const findComponent = onceEach((side: Side) => onceEach(finderIn(finders(side))));
  const sharedBy = sharedComponents(components);
  const shared = onceEach((side: Side) => sharedBy(findComponent(side)));
  return remembered((schema, side: Side): Bundle | { readonly failure: string } => {
    const described = describeSchema(schema, side);
    if (!("json" in described)) return described;
    const findInAjv = finders(side);
    const find: FindSchema = (reference) =>
      (isComponentReference(reference) ? findComponent(side) : finderIn(findInAjv))(reference);
    const bundled = bundleOf(withComponents(inNewestDraft(described.json), find, shared(side)), find);
    // An ajv without `getSchema` cannot tell which schemas it has, so no schema counts as missing.
    return bundled.missing.length > 0 && !findInAjv() ? { ...bundled, missing: [] } : bundled;
  });
}

function finderIn(ajv: () => FindSchema | undefined): FindSchema {
  return (reference) => {
    const found = ajv()?.(reference);
    return found && inNewestDraft(found);
  };
}

function unspecifiedKeywords(schema: object): readonly string[] {
  const described = describeSchema(schema, "input");
  const all = "json" in described ? schemasIn(withComponents(described.json)) : [];
  const words = new Set(all.flatMap((one) => Object.keys(one)));
  return [...words].filter((word) => ruleOf(word) === undefined && !word.startsWith("x-"));
}

/**
 * Makes a function that returns, for a plain JSON Schema that refers to the App's components, the first one with the same
 * JSON. A document that was generated or parsed has an equal schema at each of its operations, and each is compiled once.
 */
function firstOfEqual(components: AppComponents): <Of extends object>(schema: Of) => Of {
  const first = new Map<string, object>();
  const of = remembered((schema: object) => {
    const text = textOf(schema);
    if (text === undefined) return schema;
    const known = first.get(text) ?? schema;
    first.set(text, known);
    return known;
  });
  // The cast: the first schema has the same JSON as the given one, and so its type.
  return <Of extends object>(schema: Of) => (components.size === 0 ? schema : (of(schema) as Of));
}

/** The JSON of a schema; undefined if JSON lacks a part of it, such as a function, or if it refers to no component. */
function textOf(schema: object): string | undefined {
  try {
    if (!refersToComponents(schema)) return undefined;
    const text = JSON.stringify(schema);
    return isSameJSON(JSON.parse(text), schema) ? text : undefined;
  } catch {
    return undefined;
  }
}
