import type { Options } from "ajv";
import type { AjvFactory } from "../model/app-options";
import { once } from "../model/collections";
import type { JSONSchema } from "../model/schema";
import { messageOf } from "../model/value";
import { fromOpenAPI30, type FindSchema } from "../json-schema/bundle";
import { inNewestDraft } from "../json-schema/drafts";
import { isSchema } from "../json-schema/subschema";
import {
  ajvDefaults,
  compileBy,
  isKeywordOf,
  isKnownTo,
  unusable,
  type AjvLike,
  type AjvUse,
  type CompiledSchema,
} from "./compile-by-ajv";

/** The ajv of an application, or the installed one; each instance is created for the first schema that needs it. */
export interface PlainSchemas {
  /** Undefined if ajv is not installed. */
  readonly compile: (schema: JSONSchema, use: AjvUse) => CompiledSchema | AjvFailure | undefined;
  /** Finds schemas that the application has added; undefined if its ajv cannot be asked for them. */
  readonly finder: (use: AjvUse) => FindSchema | undefined;
  readonly hasKeyword: (keyword: string, use: AjvUse) => boolean;
}

/** The reason why `AppOptions.Ajv` returned no usable ajv, so that no schema can be compiled. */
export interface AjvFailure {
  readonly ajvFailure: string;
}

/** The ajv for one schema; undefined if ajv is not installed. */
type AjvMaker = (schema: JSONSchema, use: AjvUse, isForLarge?: boolean) => AjvLike | AjvFailure | undefined;

/** Prepares plain JSON Schemas by the ajv of `AppOptions.Ajv`, otherwise by the installed one. */
export function plainSchemasBy(factory: AjvFactory | undefined): PlainSchemas {
  const make = factory ? ownAjv(factory) : installedAjv();
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
      return !ajv || isKeywordOf(ajv, keyword);
    },
    compile: (written, use) => {
      const ajv = make(written, use);
      if (!ajv || "ajvFailure" in ajv) return ajv;
      // ajv knows a schema that the application has added by the object itself, and refuses another one with its $id.
      if (isKnownTo(ajv, written)) return compileBy(ajv, written);
      const schema = fromOpenAPI30(written, (reference) => schemaIn(ajv, reference));
      return compileBy(
        ajv,
        // Some drafts have no class in ajv, and TypeBox's tuples name no dialect.
        isKeywordOf(ajv, "prefixItems") ? inNewestDraft(schema) : schema,
        use === "text" ? undefined : () => ajvOfLarge(make(written, use, true)),
      );
    },
  };
}

/** A schema that an application has added to its ajv; ajv compiles it to look for it, which may throw. */
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

function ajvOfLarge(made: ReturnType<AjvMaker>): AjvLike {
  if (made && "compile" in made) return made;
  throw new Error(made?.ajvFailure);
}

function installedAjv(): AjvMaker {
  const made = new Map<string, AjvLike>();
  const isInstalled = once(() => {
    try {
      dialects.default();
      return true;
    } catch {
      return false;
    }
  });
  return (schema, use, isForLarge = false) => {
    if (!isInstalled()) return undefined;
    const dialect = ajvDialectOf(schema);
    // Bodies and responses have equal defaults.
    const key = `${dialect} ${use === "text"} ${isForLarge}`;
    const ajv = made.get(key) ?? new (dialects[dialect]())(ajvDefaults(use, isForLarge));
    made.set(key, ajv);
    return ajv;
  };
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
  return (
    typeof value === "object" && value !== null && "compile" in value && typeof value.compile === "function"
  );
}

type AjvClass = new (options: Options) => AjvLike;

/* eslint-disable @typescript-eslint/no-require-imports -- only those who write plain JSON Schema need it */

/**
 * ajv has a class for each dialect of JSON Schema; a schema without `$schema` has draft 2020-12, as in OpenAPI 3.1.
 *
 * Bundlers resolve `require` when they bundle, and tolerate a missing package only directly inside of `try`.
 */
const dialects = {
  default: () => {
    try {
      return (require("ajv/dist/2020") as { default: AjvClass }).default;
    } catch (cause) {
      throw ajvMissing(cause);
    }
  },
  "2019-09": () => {
    try {
      return (require("ajv/dist/2019") as { default: AjvClass }).default;
    } catch (cause) {
      throw ajvMissing(cause);
    }
  },
  "draft-07": () => {
    try {
      return (require("ajv") as { default: AjvClass }).default;
    } catch (cause) {
      throw ajvMissing(cause);
    }
  },
};

/* eslint-enable @typescript-eslint/no-require-imports */

function ajvMissing(cause: unknown): Error {
  return new Error(`ajv cannot be loaded: ${messageOf(cause)}`, { cause });
}

function ajvDialectOf({ $schema }: JSONSchema): keyof typeof dialects {
  const [, dialect] =
    /^https?:\/\/json-schema\.org\/(?:draft\/)?(2019-09|draft-07)\//.exec(String($schema)) ?? [];
  return dialect === "2019-09" || dialect === "draft-07" ? dialect : "default";
}
