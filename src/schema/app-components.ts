import { componentNameIn } from "./json-schema/component-references";
import { inNewestDraft } from "./json-schema/drafts";
import { fromOpenAPI30 } from "./json-schema/openapi-30";
import { isSchema, isSubschema } from "./json-schema/subschema";
import type { JSONSchema } from "./interface/schema";

/** The schemas in `AppOptions.OpenAPI.components.schemas`, by name, in the words of OpenAPI 3.1. */
export type AppComponents = ReadonlyMap<string, JSONSchema>;

export function appComponentsIn(words: unknown): AppComponents {
  const { components } = isSchema(words) ? words : {};
  const { schemas } = isSchema(components) ? components : {};
  const found = Object.entries(isSchema(schemas) ? schemas : {});
  return new Map(found.flatMap(([name, schema]) => (isSubschema(schema) ? [[name, readable(schema)]] : [])));
}

/** The component to which `#/components/schemas/Tag` refers. */
export function componentAt(components: AppComponents, reference: string): JSONSchema | undefined {
  const name = componentNameIn(reference);
  return name === undefined ? undefined : components.get(name);
}

function readable(schema: JSONSchema | boolean): JSONSchema {
  if (typeof schema === "boolean") return schema ? {} : { not: {} };
  return inNewestDraft(fromOpenAPI30(copyOf(schema)));
}

/** Copies a schema by JSON. `Build` reports a schema that JSON cannot represent, so its copy may be anything. */
function copyOf(schema: JSONSchema): JSONSchema {
  try {
    return JSON.parse(JSON.stringify(schema)) as JSONSchema;
  } catch {
    return {};
  }
}
