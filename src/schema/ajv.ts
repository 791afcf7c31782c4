import type { JSONSchema, AjvFactory } from "../model/schema";
import { messageOf } from "../model/value";
import { fromOpenAPI30, type FindSchema } from "../json-schema/bundle";
import { inNewestDraft } from "../json-schema/drafts";
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

/** Compiles plain JSON Schemas by an application's ajv or the default one, each created for its first schema. */
export interface PlainSchemas {
  /** Compiles a schema; undefined if ajv is not installed. */
  readonly compile: (schema: JSONSchema, use: AjvUse) => CompiledSchema | AjvFailure | undefined;
  /** Finds schemas that the application has added to its ajv; undefined if that ajv has no `getSchema`. */
  readonly finder: (use: AjvUse) => FindSchema | undefined;
  readonly hasKeyword: (keyword: string, use: AjvUse) => boolean;
}

/** The reason why `AppOptions.Ajv` returned no usable ajv, so that no schema can be compiled. */
export interface AjvFailure {
  readonly ajvFailure: string;
}

/** The ajv for one schema, which reports every misfit or stops at the first one; undefined if ajv is not installed. */
export type AjvMaker = (
  schema: JSONSchema,
  use: AjvUse,
  reportsAll: boolean,
) => AjvLike | AjvFailure | undefined;

/** The default ajv, for applications that set none; the entry for front ends has none. */
interface AjvAtHand {
  readonly make: () => AjvMaker;
  /** The advice if ajv is missing: `npm install ajv`. */
  readonly advice: string;
}

let atHand: AjvAtHand = {
  make: () => () => undefined,
  advice:
    "versioned-controllers/history does not load ajv: set the option Ajv of V.Stored, or import versioned-controllers",
};

/** Sets the default ajv; schemas that were read before keep the earlier one. */
export function setAjvAtHand(found: AjvAtHand): void {
  atHand = found;
}

/** The advice if ajv is missing. */
export function adviceForAjv(): string {
  return atHand.advice;
}

/** Prepares plain JSON Schemas by the ajv of `AppOptions.Ajv`, otherwise by the default one. */
export function plainSchemasBy(factory: AjvFactory | undefined): PlainSchemas {
  const make = factory ? ownAjv(factory) : atHand.make();
  // The ajv that reports every misfit decides if an application's ajv is usable; texts, whose size is bounded, always
  // use it.
  const ajvFor = (schema: JSONSchema, use: AjvUse): ReturnType<AjvMaker> =>
    make(schema, use, factory !== undefined || use === "text");
  const usable = (use: AjvUse): AjvLike | undefined => {
    const ajv = ajvFor({}, use);
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
      const ajv = ajvFor(written, use);
      if (!ajv || "ajvFailure" in ajv) return ajv;
      // An added schema is compiled unchanged: ajv recognizes the object itself, and refuses a copy with the same $id.
      if (isKnownTo(ajv, written)) return compileBy(ajv, written);
      const read = fromOpenAPI30(written, (reference) => schemaIn(ajv, reference));
      // Older drafts are rewritten: ajv has no class for some of them, and the tuples of TypeBox have no `$schema`.
      const schema = isKeywordOf(ajv, "prefixItems") ? inNewestDraft(read) : read;
      const quick = use === "text" ? undefined : make(written, use, false);
      if (!quick || "ajvFailure" in quick) return compileBy(ajv, schema);
      const compiled = compileBy(quick, schema, () => usableAjv(make(written, use, true)));
      return "failure" in compiled && quick !== ajv ? compileBy(ajv, schema) : compiled;
    },
  };
}

/** A schema that an application has added to its ajv; `getSchema` compiles the schema, which may throw. */
function schemaIn(ajv: AjvLike | undefined, reference: string): JSONSchema | undefined {
  try {
    const found = ajv?.getSchema?.(reference);
    const schema = typeof found === "function" && "schema" in found ? found.schema : undefined;
    if (schema === true) return {};
    return isSchema(schema) ? (JSON.parse(JSON.stringify(schema)) as JSONSchema) : undefined;
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
  return (_schema, use, reportsAll) => {
    const key = `${use} ${reportsAll}`;
    const ajv = made.get(key) ?? makeAjv(factory, use, reportsAll);
    made.set(key, ajv);
    return ajv;
  };
}

function makeAjv(factory: AjvFactory, use: AjvUse, reportsAll: boolean): AjvLike | AjvFailure {
  try {
    const ajv: unknown = factory(ajvDefaults(use, reportsAll), use);
    if (isAjv(ajv)) return ajv;
    return { ajvFailure: `returned ${unusable(ajv)}` };
  } catch (error) {
    return { ajvFailure: `threw: ${messageOf(error)}` };
  }
}

function isAjv(value: unknown): value is AjvLike {
  return (
    typeof value === "object" && value !== null && "compile" in value && typeof value.compile === "function"
  );
}
