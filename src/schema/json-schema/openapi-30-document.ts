import { each, inSchema, type Rewrite, within, wordsOfOpenAPI30 } from "./openapi-30";

/** Rewrites all schemas of an OpenAPI document by `fromOpenAPI30`. Examples and extensions stay equal. */
export function documentFromOpenAPI30<Document extends object>(document: Document): Document {
  // The cast is safe: only members that are schemas change, and they remain schemas.
  return wordsOfOpenAPI30.test(JSON.stringify(document)) ? (inDocument(document) as Document) : document;
}

// Encodings have headers, and headers have media types, so the functions refer to each other.
const inHeader: Rewrite = (value) => within({ schema: inSchema, content: inContent })(value);
const inEncoding = within({ headers: each(inHeader) });
const inContent = each(within({ schema: inSchema, itemSchema: inSchema, encoding: each(inEncoding) }));
const inBody = within({ content: inContent });
const inResponse = within({ content: inContent, headers: each(inHeader) });
const inOperation: Rewrite = (value) => within(operation)(value);
const inPathItem: Rewrite = (value) =>
  within({
    ...Object.fromEntries(methods.map((method) => [method, inOperation])),
    additionalOperations: each(inOperation),
    parameters: each(inHeader),
  })(value);
const inCallback = each(inPathItem);
const operation = {
  parameters: each(inHeader),
  requestBody: inBody,
  responses: each(inResponse),
  callbacks: each(inCallback),
};
const methods = ["get", "head", "query", "post", "put", "patch", "delete", "options", "trace"];

const inComponents = within({
  schemas: each(inSchema),
  parameters: each(inHeader),
  headers: each(inHeader),
  requestBodies: each(inBody),
  responses: each(inResponse),
  callbacks: each(inCallback),
  pathItems: each(inPathItem),
});

const inDocument = within({
  paths: each(inPathItem),
  webhooks: each(inPathItem),
  components: inComponents,
});
