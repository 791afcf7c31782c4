import type { JSONSchema, AjvFactory } from "../model/schema";
import { onceEach } from "../model/collections";
import { isObject, messageOf } from "../model/value";
import { withEachIDOnce } from "../json-schema/bundle";
import type { FindSchema } from "../json-schema/component-references";
import { inNewestDraft } from "../json-schema/drafts";
import { fromOpenAPI30 } from "../json-schema/openapi-30";
import { isSchema } from "../json-schema/subschema";
import { addComponents } from "./added-components";
import type { AppComponents } from "./app-components";
import {
  ajvDefaults,
  compileBy,
  isAllowedBy,
  isKeywordOf,
  isKnownTo,
  unusable,
  type AjvUse,
  type CompiledSchema,
} from "./compile-by-ajv";
import type { AjvLike } from "./ajv-like";
import { withPlace } from "./failing-place";
import { componentLinker, type LinkedSchema, unlinked } from "./linked-components";

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

export function plainSchemasBy(factory: AjvFactory | undefined, components: AppComponents): PlainSchemas {
  const make = factory ? ownAjv(factory) : atHand.make();
  const linkerOf = linkersBy(components);
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
      const ajvOfLarge = use === "text" ? undefined : () => usableAjv(make(written, use, true));
      if (isKnownTo(ajv, written)) return compileBy(ajv, unlinked(written));
      const linked = linkerOf(ajv)(fromOpenAPI30(written));
      const means = { ajvOfLarge, find: (reference: string) => schemaIn(ajv, reference) };
      const compiled = compileBy(ajv, linked, means);
      if (!("failure" in compiled)) return compiled;
      const again = compileBy(ajv, withIDsOnce(linked), means);
      return "failure" in again ? { failure: placed(again.failure, linked, ajv) } : again;
    },
  };
}

/** Makes a function that returns the linker of an ajv. It remembers the linkers, and so the components of each ajv. */
function linkersBy(components: AppComponents): (ajv: AjvLike) => (schema: JSONSchema) => LinkedSchema {
  return onceEach((ajv: AjvLike) => {
    const find: FindSchema = (reference) => schemaIn(ajv, reference);
    // TypeBox writes tuples as in draft-07, but an ajv of draft 2020-12 needs them as `prefixItems`.
    const inDraft = isKeywordOf(ajv, "prefixItems") ? inNewestDraft : (schema: JSONSchema) => schema;
    const link = componentLinker(components, find);
    // An application's own ajv needs no `addSchema`. It then gets a copy of the components in each schema.
    return (schema) => {
      const linked = link(inDraft(schema));
      return ajv.addSchema ? linked : unlinked(linked.inOne());
    };
  });
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

function withIDsOnce(linked: LinkedSchema): LinkedSchema {
  return {
    ...linked,
    schema: withEachIDOnce(linked.schema),
    inOne: () => withEachIDOnce(linked.inOne()),
  };
}

function placed(failure: string, linked: LinkedSchema, ajv: AjvLike): string {
  // The reason why ajv cannot use a component already names the place.
  if (addComponents(ajv, linked.components) !== undefined) return failure;
  return withPlace(failure, linked.schema, (schema) => {
    const compiled = compileBy(ajv, { ...linked, schema, inOne: () => schema });
    return "failure" in compiled ? compiled.failure : undefined;
  });
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
