import type { Options } from "ajv";
import type { JSONSchema } from "../model/schema";
import { messageOf } from "../model/value";
import {
  ajvDefaults,
  compileBy,
  type AjvLike,
  type AjvUse,
  type Compile,
  isKeywordOf,
  unusable,
  type CompiledSchema,
} from "./compile-by-ajv";
import { inNewestDraft } from "../json-schema/drafts";
import type { AjvFactory } from "../model/app-options";
import { once } from "../model/collections";

/** Loads the installed ajv; undefined if there is none. */
export function loadAjv(): Compile | undefined {
  try {
    dialects.default();
  } catch {
    return undefined;
  }
  const made = new Map<string, AjvLike>();
  const ajvFor = (dialect: keyof typeof dialects, use: AjvUse): AjvLike => {
    const key = `${dialect} ${use}`;
    let ajv = made.get(key);
    if (!ajv) made.set(key, (ajv = new (dialects[dialect]())(ajvDefaults(use))));
    return ajv;
  };
  return (schema, coerces) => {
    const dialect = ajvDialectOf(schema);
    // Some drafts have no class in ajv, and TypeBox's tuples name no dialect.
    const compiled = dialect === "default" ? inNewestDraft(schema) : schema;
    return coerces
      ? compileBy(ajvFor(dialect, "texts"), compiled)
      : compileBy(ajvFor(dialect, "bodies"), compiled, () => ajvFor(dialect, "large bodies"));
  };
}

/** The installed ajv for values that are judged without an App, loaded once. */
export const sharedAjv = once(loadAjv);

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

/** The reason why `AppOptions.Ajv` returned no usable ajv, so that no schema can be compiled. */
export interface AjvFailure {
  readonly ajvFailure: string;
}

/** Compiles with the ajv from `AppOptions.Ajv`, which is created for the first schema that needs it. */
export function ownAjv(
  factory: AjvFactory,
): (schema: JSONSchema, coerces: boolean) => CompiledSchema | AjvFailure {
  const ofBodies = once(() => makeAjv(factory, "bodies"));
  const ofTexts = once(() => makeAjv(factory, "texts"));
  const ofLargeBodies = once(() => {
    const made = makeAjv(factory, "large bodies");
    if ("ajvFailure" in made) throw new Error(made.ajvFailure);
    return made.ajv;
  });
  return (schema, coerces) => {
    const made = coerces ? ofTexts() : ofBodies();
    if ("ajvFailure" in made) return made;
    const compiled = isKeywordOf(made.ajv, "prefixItems") ? inNewestDraft(schema) : schema;
    return compileBy(made.ajv, compiled, coerces ? undefined : ofLargeBodies);
  };
}

function makeAjv(factory: AjvFactory, use: AjvUse): { readonly ajv: AjvLike } | AjvFailure {
  try {
    const ajv: unknown = factory(ajvDefaults(use));
    if (isAjv(ajv)) return { ajv };
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
