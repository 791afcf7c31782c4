import type { OpenAPIMediaType, OpenAPIResponse } from "../model/openapi";

/** The response of a status that two kinds of answers are sent under: one of both bodies, in the words of the second. */
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
  const { schema: first } = one;
  const { schema: second } = other;
  const examples = { ...one.examples, ...other.examples };
  const both = { ...one, ...other, ...(Object.keys(examples).length > 0 && { examples }) };
  // Without a schema it may be anything.
  if (!first || !second) {
    delete both.schema;
    return both;
  }
  const isSame = JSON.stringify(first) === JSON.stringify(second);
  return isSame ? both : { ...both, schema: { anyOf: [...anyOfIn(first), second] } };
}

/** Those that a third is added to. */
function anyOfIn(schema: object): readonly object[] {
  const { anyOf, ...others } = schema as { readonly anyOf?: readonly object[] };
  return anyOf && Object.keys(others).length === 0 ? anyOf : [schema];
}
