const line = {
  type: "object",
  additionalProperties: false,
  required: ["sku", "count", "cents"],
  properties: {
    sku: { type: "string", minLength: 1, maxLength: 20 },
    count: { type: "integer", minimum: 1, maximum: 1000 },
    cents: { type: "integer", minimum: 0 },
  },
} as const;

const terms = {
  currency: { type: "string", enum: ["EUR", "USD", "GBP"] },
  lines: { type: "array", minItems: 1, maxItems: 50, items: line },
  note: { type: "string", maxLength: 200 },
} as const;

const name = { type: "string", minLength: 1, maxLength: 100 } as const;
const id = { type: "string", maxLength: 40 } as const;

/** The body of `POST /v1/orders` as JSON Schema: closed objects with required members and limits. */
export const orderSchema = {
  type: "object",
  additionalProperties: false,
  required: ["customer", "currency", "lines"],
  properties: { customer: name, ...terms },
} as const;

/** Its answer: the same with an id. */
export const orderedSchema = {
  type: "object",
  additionalProperties: false,
  required: ["id", "customer", "currency", "lines"],
  properties: { id, customer: name, ...terms },
} as const;

/** The body before a change that renamed `buyer`. */
export const olderOrderSchema = {
  type: "object",
  additionalProperties: false,
  required: ["buyer", "currency", "lines"],
  properties: { buyer: name, ...terms },
} as const;

/** The answer before that change. */
export const olderOrderedSchema = {
  type: "object",
  additionalProperties: false,
  required: ["id", "buyer", "currency", "lines"],
  properties: { id, buyer: name, ...terms },
} as const;
