import type { OpenAPIMediaType, OpenAPIResponse } from "../model/openapi";

/** The response of a status with two kinds of answers: it has both bodies, and the description of the second. */
export function eitherResponse(one: OpenAPIResponse, other: OpenAPIResponse): OpenAPIResponse {
  const headers = { ...one.headers, ...other.headers };
  const content = { ...one.content, ...other.content };
  for (const [type, media] of Object.entries(one.content ?? {})) {
    const second = other.content?.[type];
    if (second) content[type] = eitherMedia(media, second);
  }
  return {
    ...one,
    ...other,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function eitherMedia(one: OpenAPIMediaType, other: OpenAPIMediaType): OpenAPIMediaType {
  const examples = { ...one.examples, ...other.examples };
  const both = { ...one, ...other, ...(Object.keys(examples).length > 0 && { examples }) };
  delete both.schema;
  delete both.itemSchema;
  const schema = eitherSchema(one.schema, other.schema);
  const itemSchema = eitherSchema(one.itemSchema, other.itemSchema);
  return { ...both, ...(schema && { schema }), ...(itemSchema && { itemSchema }) };
}

/** A body without a schema may be anything. */
function eitherSchema(first: object | undefined, second: object | undefined): object | undefined {
  if (!first || !second) return undefined;
  const isSame = JSON.stringify(first) === JSON.stringify(second);
  return isSame ? second : { anyOf: [...anyOfIn(first), second] };
}

/** The alternatives that a third one is added to. */
function anyOfIn(schema: object): readonly object[] {
  const { anyOf, ...others } = schema as { readonly anyOf?: readonly object[] };
  return anyOf && Object.keys(others).length === 0 ? anyOf : [schema];
}
