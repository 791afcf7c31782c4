import type { AjvFactory } from "../model/app-options";
import type { JSONSchema } from "../model/schema";
import { once } from "../model/collections";
import { messageOf } from "../model/value";
import {
  ajvDefaults,
  compileBy,
  isKeywordOf,
  unusable,
  type AjvLike,
  type AjvUse,
  type Compiled,
} from "./compile-by-ajv";
import { inNewestDraft } from "../json-schema/drafts";

/** The reason why `AppOptions.Ajv` returned no usable ajv, so that no schema can be compiled. */
export interface AjvFailure {
  readonly ajvFailure: string;
}

/** Compiles with the ajv from `AppOptions.Ajv`, which is created for the first schema that needs it. */
export function ownAjv(factory: AjvFactory): (schema: JSONSchema, coerces: boolean) => Compiled | AjvFailure {
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
