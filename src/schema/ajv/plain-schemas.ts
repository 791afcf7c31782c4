import type { JSONSchema, AjvFactory } from "../interface/schema";
import { once, onceEach } from "../../core/model/collections";
import { withEachIDOnce } from "../json-schema/bundle";
import type { FindSchema } from "../json-schema/component-references";
import { inNewestDraft } from "../json-schema/drafts";
import { fromOpenAPI30 } from "../json-schema/openapi-30";
import { isSchema } from "../json-schema/subschema";
import { addComponents } from "./added-components";
import type { AppComponents } from "../app-components";
import { compileBy, isAllowedBy, isKnownTo, type CompiledByAjv, type CompileMeans } from "./compile-by-ajv";
import { convertsRepeatedly, judgeOfTexts, type Judge } from "./converted-texts";
import type { AjvLike } from "./ajv-like";
import { withPlace } from "./failing-place";
import { installedAjv } from "./installed-ajv";
import { componentLinker, type LinkedSchema, unlinked } from "./linked-components";
import { isKeywordOf, ownAjv, type AjvMaker, type AjvVariant } from "./own-ajv";
import {
  ajvUseOf,
  type AjvFailure,
  type AjvUse,
  type CompiledSchema,
  type SchemaUse,
} from "../compiled-schema";
import { isTooDeep } from "../too-deep";

/** Compiles plain JSON Schema with the application's ajv (`AppOptions.Ajv`), or else with the installed ajv. */
export interface PlainSchemas {
  readonly compile: (schema: JSONSchema, use: SchemaUse) => CompiledSchema | AjvFailure | undefined;
  /** Makes a function that finds schemas in the application's ajv; undefined if the ajv has no `getSchema`. */
  readonly finder: (use: AjvUse) => FindSchema | undefined;
  readonly hasKeyword: (keyword: string, use: AjvUse) => boolean;
}

export function plainSchemasBy(factory: AjvFactory | undefined, components: AppComponents): PlainSchemas {
  const make = factory ? ownAjv(factory) : installedAjv();
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
    compile: (written, place) => {
      const use = ajvUseOf(place);
      const ajv = make(written, use);
      if (!ajv || "ajvFailure" in ajv) return ajv;
      const ajvOfLarge =
        use === "text" ? undefined : () => usableAjv(make(written, use, { allErrors: false }));
      const linked = linkedFor(ajv, written);
      const compiled = compileIn(ajv, linked, { ajvOfLarge, takesFiles: place === "binary" });
      return use === "text" ? judgingConverted(compiled, written, linked) : compiled;
    },
  };

  /** The application has added some schemas to its ajv, which would refuse a copy with the same `$id`. */
  function linkedFor(ajv: AjvLike, written: JSONSchema): LinkedSchema {
    return isKnownTo(ajv, written) ? unlinked(written) : linkerOf(ajv)(fromOpenAPI30(written));
  }

  function judgingConverted(
    compiled: CompiledByAjv,
    written: JSONSchema,
    { schema, components }: LinkedSchema,
  ): CompiledByAjv {
    if ("failure" in compiled) return compiled;
    const schemas = [schema, ...components.values()];
    if (!schemas.some((one) => convertsRepeatedly(one))) return compiled;
    const { validate } = compiled;
    const judgeBy = once(() => {
      const judge = judgeOfConverted(written, { allErrors: false });
      if (!judge) return validate;
      const judgeWhole = once(() => judgeOfConverted(written, {}) ?? judge);
      return judgeOfTexts(validate, { judge, judgeWhole }, schemas);
    });
    return { ...compiled, validate: (value) => judgeBy()(value) };
  }

  /** Undefined if the application's own function makes no such ajv, or one that converts all the same. */
  function judgeOfConverted(written: JSONSchema, variant: AjvVariant): Judge | undefined {
    const ajv = make(written, "text", { ...variant, coerceTypes: false });
    if (!ajv || "ajvFailure" in ajv || ajv.opts?.coerceTypes) return undefined;
    const compiled = compileIn(ajv, linkedFor(ajv, written), {});
    return "failure" in compiled ? undefined : compiled.validate;
  }
}

function compileIn(ajv: AjvLike, linked: LinkedSchema, means: CompileMeans): CompiledByAjv {
  if (isKnownTo(ajv, linked.schema)) return compileBy(ajv, linked, means);
  const finding = { ...means, find: (reference: string) => schemaIn(ajv, reference) };
  const compiled = compileBy(ajv, linked, finding);
  if (!("failure" in compiled)) return compiled;
  const again = compileBy(ajv, withIDsOnce(linked), finding);
  if ("failure" in again && isTooDeep(again.failure)) return again;
  return "failure" in again ? { failure: placed(again.failure, linked, ajv) } : again;
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
