import { once } from "../core/model/collections";
import type { AjvFactory, JSONSchema, Side } from "./interface/schema";
import { messageOf } from "../core/model/value";
import { inNewestDraft } from "./json-schema/drafts";
import { schemasIn } from "./json-schema/subschema";
import { referencesOf, subschemaIn } from "./json-schema/targets";
import { fromOpenAPI30 } from "./json-schema/openapi-30";
import { ajvVerdict } from "./ajv/ajv-issues";
import type { AjvLike } from "./ajv/ajv-like";
import type { AppComponents } from "./app-components";
import { isKeywordOf, ownAjv } from "./ajv/own-ajv";
import { ajvUseOf, type AjvFailure, type CompiledSchema, type SchemaUse } from "./compiled-schema";
import { describeSchema, type DescribedSchema } from "./standard";

/** Reads plain JSON Schema: its components, its references to schemas of an ajv, and its validators. */
export interface PlainReader {
  readonly describe: (schema: object, side: Side) => DescribedSchema;
  readonly compile: (schema: JSONSchema, use: SchemaUse) => CompiledSchema | AjvFailure | undefined;
  /** The references that have no target. */
  readonly missingReferences: (schema: object, side: Side) => readonly string[];
  /** The keywords that neither a specification (JSON Schema, OpenAPI) nor ajv knows. */
  readonly unknownKeywords: (schema: object, use: SchemaUse) => readonly string[];
}

type PlainReaderMaker = (factory: AjvFactory | undefined, components: AppComponents) => PlainReader;

interface AtHand {
  readonly readerBy: PlainReaderMaker;
  /** The advice for a program in which ajv is missing, such as `npm install ajv`. */
  readonly advice: string;
}

let atHand: AtHand = {
  readerBy: simpleReader,
  advice:
    "versioned-controllers/history does not load ajv: set the option Ajv of V.Stored, or import versioned-controllers",
};

/** Installs the reader of Apps, which front ends do not bundle: its guards, components and messages are large. */
export function setPlainReader(found: AtHand): void {
  atHand = found;
}

export function plainReaderAtHand(factory: AjvFactory | undefined, components: AppComponents): PlainReader {
  return atHand.readerBy(factory, components);
}

/** The advice in messages if ajv is missing, such as `npm install ajv`. */
export function adviceForAjv(): string {
  return atHand.advice;
}

/** The reader without an App: there are no components of others, and the values to validate are the program's own. */
function simpleReader(factory: AjvFactory | undefined): PlainReader {
  const make = once(() => factory && ownAjv(factory));
  return {
    describe: (schema, side) => {
      const described = describeSchema(schema, side);
      return "json" in described ? { json: inNewestDraft(described.json) } : described;
    },
    compile: (schema, use) => {
      const ajv = make()?.(schema, ajvUseOf(use));
      return ajv && "compile" in ajv ? compiledBy(ajv, schema) : ajv;
    },
    missingReferences: (schema, side) => {
      const described = describeSchema(schema, side);
      return "json" in described ? unresolvedIn(described.json) : [];
    },
    unknownKeywords: () => [],
  };
}

/** An ajv may know the target of another reference, but never that of a reference within the schema. */
function unresolvedIn(root: JSONSchema): readonly string[] {
  return schemasIn(root).flatMap((schema) =>
    referencesOf(schema).filter(
      (reference) => reference.startsWith("#") && subschemaIn(root, schema, reference) === undefined,
    ),
  );
}

function compiledBy(ajv: AjvLike, written: JSONSchema): CompiledSchema {
  const schema = fromOpenAPI30(written);
  try {
    const check = ajv.compile(isKeywordOf(ajv, "prefixItems") ? inNewestDraft(schema) : schema);
    return {
      // The cast is checked by the call: an ajv compiles a schema to a function, or throws.
      validate: (value) => ajvVerdict(check as Parameters<typeof ajvVerdict>[0], value),
      unchecked: [],
      costly: [],
    };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}
