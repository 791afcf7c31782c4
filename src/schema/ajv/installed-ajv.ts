import type { Options } from "ajv";
import { once } from "../../core/model/collections";
import type { JSONSchema } from "../interface/schema";
import type { AjvLike } from "./ajv-like";
import { ajvClassOf, type Dialect, type InstalledAjv } from "./ajv-modules";
import { ajvDefaults, type AjvMaker } from "./own-ajv";

/** Makes a function that returns an ajv for a schema's draft and use; undefined if ajv is not installed. */
export function installedAjv(): AjvMaker {
  const made = new Map<string, AjvLike>();
  const isInstalled = once(() => {
    try {
      ajvClassOf("2020-12");
      return true;
    } catch {
      return false;
    }
  });
  return (schema, use, variant = {}) => {
    if (!isInstalled()) return undefined;
    const dialect = ajvDialectOf(schema);
    // Bodies and responses share an ajv, because its options are the same for both.
    const key = JSON.stringify([dialect, use === "text", variant]);
    const ajv = made.get(key) ?? ajvOf(dialect, ajvDefaults(use, variant));
    made.set(key, ajv);
    return ajv;
  };
}

/** One ajv for each draft checks that schemas are valid, because compiling the draft's meta-schema is slow. */
const metaAjvs = new Map<Dialect, InstalledAjv>();

function ajvOf(dialect: Dialect, options: Options): AjvLike {
  const ajvClass = ajvClassOf(dialect);
  const ajv = new ajvClass(options);
  const metaAjv = metaAjvs.get(dialect) ?? new ajvClass(ajvDefaults("body"));
  metaAjvs.set(dialect, metaAjv);
  const own = ajv.validateSchema?.bind(ajv);
  if (own) {
    ajv.validateSchema = (schema, throws) =>
      hasMetaSchemaIn(metaAjv, schema) ? metaAjv.validateSchema?.(schema, throws) : own(schema, throws);
  }
  return ajv;
}

function hasMetaSchemaIn(ajv: AjvLike, { $schema }: JSONSchema): boolean {
  return $schema === undefined || (typeof $schema === "string" && ajv.getSchema?.($schema) !== undefined);
}

function ajvDialectOf({ $schema }: JSONSchema): Dialect {
  const [, dialect] =
    /^https?:\/\/json-schema\.org\/(?:draft\/)?(2019-09|draft-07)\//.exec(String($schema)) ?? [];
  return dialect === "2019-09" || dialect === "draft-07" ? dialect : "2020-12";
}
