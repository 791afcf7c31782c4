import type { JSONSchema, AjvFactory } from "../model/schema";
import { isObject, messageOf } from "../model/value";
import { type FindSchema, withComponents, withEachIDOnce } from "../json-schema/bundle";
import { inNewestDraft } from "../json-schema/drafts";
import { fromOpenAPI30 } from "../json-schema/openapi-30";
import { isSchema } from "../json-schema/subschema";
import {
  ajvDefaults,
  compileBy,
  isAllowedBy,
  isKeywordOf,
  isKnownTo,
  unusable,
  type AjvLike,
  type AjvUse,
  type CompiledSchema,
} from "./compile-by-ajv";

/** Compiles plain JSON Schema with the application's ajv (`AppOptions.Ajv`), or else with the installed ajv. */
export interface PlainSchemas {
  readonly compile: (schema: JSONSchema, use: AjvUse) => CompiledSchema | AjvFailure | undefined;
  /** Makes a function that finds schemas in the application's ajv; undefined if the ajv has no `getSchema`. */
  readonly finder: (use: AjvUse) => FindSchema | undefined;
  readonly hasKeyword: (keyword: string, use: AjvUse) => boolean;
}

/** The reason why `AppOptions.Ajv` returned no usable ajv. */
export interface AjvFailure {
  readonly ajvFailure: string;
}

/** Finds or creates the ajv for a schema; undefined if ajv is not installed. */
export type AjvMaker = (
  schema: JSONSchema,
  use: AjvUse,
  isForLarge?: boolean,
) => AjvLike | AjvFailure | undefined;

interface AjvAtHand {
  readonly make: () => AjvMaker;
  readonly advice: string;
}

let atHand: AjvAtHand = {
  make: () => () => undefined,
  advice:
    "versioned-controllers/history does not load ajv: set the option Ajv of V.Stored, or import versioned-controllers",
};

export function setAjvAtHand(found: AjvAtHand): void {
  atHand = found;
}

/** The advice in messages if ajv is missing, such as `npm install ajv`. */
export function adviceForAjv(): string {
  return atHand.advice;
}

export function plainSchemasBy(factory: AjvFactory | undefined): PlainSchemas {
  const make = factory ? ownAjv(factory) : atHand.make();
  const usable = (use: AjvUse): AjvLike | undefined => {
    const ajv = make({}, use);
    return ajv && "compile" in ajv ? ajv : undefined;
  };
  const finder = (use: AjvUse): FindSchema | undefined => {
    const ajv = usable(use);
    return ajv && !ajv.getSchema ? undefined : (reference) => schemaIn(ajv, reference);
  };
  return {
    finder,
    hasKeyword: (keyword, use) => {
      const ajv = usable(use);
      return !ajv || isAllowedBy(ajv, keyword);
    },
    compile: (written, use) => {
      const ajv = make(written, use);
      if (!ajv || "ajvFailure" in ajv) return ajv;
      // The application has added this schema to its ajv, which would refuse a copy with the same `$id`.
      const find: FindSchema = (reference) => schemaIn(ajv, reference);
      const ajvOfLarge = use === "text" ? undefined : () => usableAjv(make(written, use, true));
      if (isKnownTo(ajv, written)) return compileBy(ajv, written);
      const schema = withComponents(fromOpenAPI30(written), find);
      // TypeBox writes tuples as in draft-07, but an ajv of draft 2020-12 needs them as `prefixItems`.
      const inDraft = isKeywordOf(ajv, "prefixItems") ? inNewestDraft(schema) : schema;
      const compiled = compileBy(ajv, inDraft, { ajvOfLarge, find });
      return "failure" in compiled ? compileBy(ajv, withEachIDOnce(inDraft), { ajvOfLarge, find }) : compiled;
    },
  };
}

/** Finds a schema that the application has added to its ajv; undefined if ajv cannot compile it. */
function schemaIn(ajv: AjvLike | undefined, reference: string): JSONSchema | undefined {
  try {
    const found = ajv?.getSchema?.(reference);
    const schema = typeof found === "function" && "schema" in found ? found.schema : undefined;
    if (schema === true) return {};
    return isSchema(schema) ? fromOpenAPI30(JSON.parse(JSON.stringify(schema)) as JSONSchema) : undefined;
  } catch {
    return undefined;
  }
}

function usableAjv(made: ReturnType<AjvMaker>): AjvLike {
  if (made && "compile" in made) return made;
  throw new Error(made?.ajvFailure);
}

function ownAjv(factory: AjvFactory): AjvMaker {
  const made = new Map<string, AjvLike | AjvFailure>();
  return (_schema, use, isForLarge = false) => {
    const key = `${use} ${isForLarge}`;
    const ajv = made.get(key) ?? makeAjv(factory, use, isForLarge);
    made.set(key, ajv);
    return ajv;
  };
}

function makeAjv(factory: AjvFactory, use: AjvUse, isForLarge: boolean): AjvLike | AjvFailure {
  try {
    const ajv: unknown = factory(ajvDefaults(use, isForLarge), use);
    if (isAjv(ajv)) return ajv;
    return { ajvFailure: `returned ${unusable(ajv)}` };
  } catch (error) {
    return { ajvFailure: `threw: ${messageOf(error)}` };
  }
}

function isAjv(value: unknown): value is AjvLike {
  return isObject(value) && "compile" in value && typeof value.compile === "function";
}
