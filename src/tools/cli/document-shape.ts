import { isSchema, isSubschema } from "../../schema/json-schema/subschema";
import { describe } from "../../core/model/value";

/** The shape that a part of a document must have, so that `check` can compare the document. */
type Shape =
  | { readonly is: "text" | "object or boolean" }
  | { readonly is: "list"; readonly of: Shape }
  | { readonly is: "object"; readonly members: Readonly<Record<string, Shape>>; readonly others?: Shape };

const text: Shape = { is: "text" };
const schema: Shape = { is: "object or boolean" };
const list = (of: Shape): Shape => ({ is: "list", of });
const mapOf = (others: Shape): Shape => ({ is: "object", members: {}, others });
const object = (members: Readonly<Record<string, Shape>> = {}): Shape => ({ is: "object", members });

const content = mapOf(object({ schema, itemSchema: schema }));
const headers = mapOf(object({ schema }));
const parameters = list(object({ name: text, in: text, schema, content }));
const servers = list(object({ url: text }));
const security = list(mapOf(list(text)));
const operation = object({
  ...{ operationId: text, tags: list(text), parameters, security, servers },
  requestBody: object({ content }),
  responses: mapOf(object({ content, headers })),
  callbacks: mapOf(object()),
});
const methods = ["get", "head", "query", "post", "put", "patch", "delete", "options", "trace"];
const item = object({
  ...Object.fromEntries(methods.map((method) => [method, operation])),
  ...{ additionalOperations: mapOf(operation), parameters, servers },
});
const components = object({ schemas: mapOf(schema), headers, securitySchemes: mapOf(object()) });

const documentShape = object({
  ...{ openapi: text, paths: mapOf(item), webhooks: mapOf(item), components, security, servers },
});

/** The members that documents and operations need for a comparison. */
const needed: ReadonlyMap<Shape, readonly string[]> = new Map([
  [documentShape, ["openapi"]],
  [operation, ["responses"]],
]);

/** Describes the first fault in a document's shape: `paths > /cats > get > responses must be an object, got a list`. */
export function documentFault(document: unknown): string | undefined {
  return faultIn(document, documentShape, []);
}

function faultIn(value: unknown, shape: Shape, place: readonly string[]): string | undefined {
  const kind = typeof value === "object" ? describe(value) : `a ${typeof value}`;
  const fault = (expected: string): string => `${place.join(" > ")} must be ${expected}, got ${kind}`;
  switch (shape.is) {
    case "text":
      return typeof value === "string" ? undefined : fault("a text");
    case "object or boolean":
      return isSubschema(value) ? undefined : fault("an object or a boolean");
    case "list":
      return Array.isArray(value)
        ? firstFault(value.map((one: unknown, i) => [one, shape.of, [...place, String(i)]]))
        : fault("a list");
    case "object": {
      if (!isSchema(value)) return fault("an object");
      const missing = needed.get(shape)?.find((name) => !Object.hasOwn(value, name));
      if (missing !== undefined) return `${[...place, missing].join(" > ")} is missing`;
      return firstFault(
        Object.entries(value).flatMap(([name, member]): Checked[] => {
          const own = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
          const inner = shape.others ?? own;
          return inner ? [[member, inner, [...place, name]]] : [];
        }),
      );
    }
  }
}

type Checked = readonly [value: unknown, shape: Shape, place: readonly string[]];

function firstFault(all: readonly Checked[]): string | undefined {
  return all.map((one) => faultIn(...one)).find((fault) => fault !== undefined);
}
