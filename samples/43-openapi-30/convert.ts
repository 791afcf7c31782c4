import { Converter } from "@apiture/openapi-down-convert";
import type { OpenAPIDocument } from "versioned-controllers";

type Members = Record<string, unknown>;

/** Converts a document of OpenAPI 3.1 to OpenAPI 3.0. */
export function toOpenAPI30(document: OpenAPIDocument): Members {
  const rewritten = inDocument(document) as Members;
  return new Converter(rewritten, { allOfTransform: true }).convert() as Members;
}

/** Rewrites the schemas of a document. Examples and extensions stay as they are. */
function inDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inDocument);
  return each(value, (member, name) => {
    if (name === "schema") return inSchema(member);
    if (name === "schemas") return each(member, inSchema);
    return /^(example|examples|x-.*)$/.test(name) ? member : inDocument(member);
  });
}

function inSchema(schema: unknown): unknown {
  if (typeof schema === "boolean") return schema ? {} : { not: {} };
  const within = each(schema, (value, keyword) => {
    if (keyword === "properties") return each(value, inSchema);
    if (/^(allOf|anyOf|oneOf|prefixItems)$/.test(keyword)) return (value as unknown[]).map(inSchema);
    if (keyword === "additionalProperties" && typeof value === "boolean") return value;
    return /^(items|additionalProperties|not)$/.test(keyword) ? inSchema(value) : value;
  });
  return withNull(withTypes(withLimits(withKeywords(within as Members))));
}

/** Drops or replaces keywords that are newer. Without some of them, a schema accepts more values. */
function withKeywords({ const: constant, contentEncoding, prefixItems, ...schema }: Members): Members {
  const { items, patternProperties, required } = schema;
  if (constant !== undefined) schema.enum = [constant];
  if (contentEncoding === "base64") schema.format = "byte";
  if (Array.isArray(prefixItems)) {
    schema.items = { anyOf: [...listOf(prefixItems), ...(items ? [items] : [])] };
  }
  if (patternProperties && schema.additionalProperties === false) delete schema.additionalProperties;
  if (Array.isArray(required) && required.length === 0) delete schema.required;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !dropped.has(keyword)));
}

const dropped = new Set(
  "if then else contains minContains maxContains dependentRequired dependentSchemas unevaluatedItems".split(
    " ",
  ),
);

/** `exclusiveMinimum: 0` becomes `minimum: 0, exclusiveMinimum: true`. */
function withLimits(schema: Members): Members {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum: above,
    exclusiveMaximum: below,
  } = schema;
  return {
    ...schema,
    ...(typeof above === "number" && exclusive("Minimum", above, above >= Number(minimum))),
    ...(typeof below === "number" && exclusive("Maximum", below, below <= Number(maximum))),
  };
}

function exclusive(side: "Minimum" | "Maximum", limit: number, isNarrower: boolean): Members {
  const limits = { [side.toLowerCase()]: limit, [`exclusive${side}`]: true };
  return isNarrower ? limits : { [`exclusive${side}`]: false };
}

/** `type: ["string", "null"]` becomes `type: "string", nullable: true`, and several types become `anyOf`. */
function withTypes({ type, ...schema }: Members): Members {
  const types = [type ?? []].flat();
  const others = types.filter((one) => one !== "null");
  const nullable = others.length < types.length ? { nullable: true } : {};
  if (types.length > 0 && others.length === 0) return { ...schema, ...onlyNull };
  if (others.length < 2) return { ...schema, ...others.map((one) => ({ type: one }))[0], ...nullable };
  const anyOf = others.map((one) => ({ type: one, ...nullable }));
  return schema.anyOf ? { ...schema, allOf: [...listOf(schema.allOf), { anyOf }] } : { ...schema, anyOf };
}

/** `anyOf: [schema, { type: "null" }]` becomes the schema with `nullable: true`. */
function withNull(schema: Members): Members {
  const { anyOf, ...words } = schema;
  const others = listOf(anyOf).filter((one) => !isOnlyNull(one)) as Members[];
  const [other] = others;
  if (!other || others.length > 1 || listOf(anyOf).length === 1) return schema;
  const isOwn =
    "type" in other && Object.keys(words).every((name) => /^(title|description|default)$/.test(name));
  if (!isOwn) return { ...words, allOf: [...listOf(words.allOf), other], nullable: true };
  return {
    ...other,
    ...words,
    ...(other.enum ? { enum: [...listOf(other.enum), null] } : {}),
    nullable: true,
  };
}

const onlyNull = { enum: [null], nullable: true };

function isOnlyNull(schema: unknown): boolean {
  return JSON.stringify(schema) === JSON.stringify(onlyNull);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function each(value: unknown, change: (member: unknown, name: string) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]));
}
