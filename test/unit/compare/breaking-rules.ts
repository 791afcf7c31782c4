/** Whether a client fails by a change. */
type Verdict = "breaks" | "fine" | "";

/** A rule of docs/breaking-changes.md on what a schema allows, and pairs of schemas that it is held by. */
interface SchemaRule {
  readonly change: string;
  readonly inRequest: Verdict;
  readonly inResponse: Verdict;
  /** Each is tried as the body of a request, as that of a response, and as a property in both. */
  readonly pairs: readonly (readonly [before: unknown, after: unknown])[];
}

/** A rule of that page on the rest of an operation, and pairs of operations. */
interface OperationRule {
  readonly change: string;
  readonly inRequest: Verdict;
  readonly inResponse: Verdict;
  readonly pairs: readonly (readonly [before: object, after: object])[];
}

const text = { type: "string" };
const whole = { type: "integer" };
const number = { type: "number" };
const truth = { type: "boolean" };
const nothing = { type: "null" };
const list = (items: unknown, more: object = {}) => ({ type: "array", items, ...more });
const cat = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties: { name: text, ...properties },
  required: ["name", ...required],
});

/** Changes of schemas, in the order of the page. */
export const schemaRules: readonly SchemaRule[] = [
  {
    change: "a property is removed",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [cat({ age: whole }), cat({})],
      [cat({ age: whole }, ["age"]), cat({})],
      [cat({ owner: cat({ age: whole }) }), cat({ owner: cat({}) })],
      [list(cat({ age: whole })), list(cat({}))],
      [{ anyOf: [cat({ age: whole }), nothing] }, { anyOf: [cat({}), nothing] }],
    ],
  },
  {
    change: "an optional property is added",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [cat({}), cat({ age: whole })],
      [cat({ owner: cat({}) }), cat({ owner: cat({ age: whole }) })],
      [list(cat({})), list(cat({ age: whole }))],
      [
        { ...cat({}), additionalProperties: false },
        { ...cat({ age: whole }), additionalProperties: false },
      ],
    ],
  },
  {
    change: "a required property is added",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [cat({}), cat({ age: whole }, ["age"])],
      [cat({ owner: cat({}) }), cat({ owner: cat({ age: whole }, ["age"]) })],
      [cat({}), { allOf: [cat({}), { type: "object", properties: { age: whole }, required: ["age"] }] }],
    ],
  },
  {
    change: "a property becomes required",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [cat({ age: whole }), cat({ age: whole }, ["age"])],
      [cat({ age: { type: ["integer", "null"] } }), cat({ age: { type: ["integer", "null"] } }, ["age"])],
      [list(cat({ age: whole })), list(cat({ age: whole }, ["age"]))],
    ],
  },
  {
    change: "a property becomes optional",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [cat({ age: whole }, ["age"]), cat({ age: whole })],
      [cat({ owner: cat({ age: whole }, ["age"]) }), cat({ owner: cat({ age: whole }) })],
    ],
  },
  {
    change: "other properties are allowed no more",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [cat({}), { ...cat({}), additionalProperties: false }],
      [{ type: "object" }, { type: "object", additionalProperties: false }],
    ],
  },
  {
    change: "other properties are allowed now",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [{ ...cat({}), additionalProperties: false }, cat({})],
      [
        { ...cat({}), additionalProperties: false },
        { ...cat({}), additionalProperties: text },
      ],
    ],
  },
  {
    change: "another type",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [text, whole],
      [whole, text],
      [text, list(text)],
      [list(text), cat({})],
      [truth, text],
      [list(text), list(whole)],
      [
        { type: "object", additionalProperties: text },
        { type: "object", additionalProperties: whole },
      ],
      [{ type: ["string", "null"] }, { type: ["integer", "null"] }],
    ],
  },
  {
    change: "a type more, or anything",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [text, { type: ["string", "integer"] }],
      [whole, number],
      [text, {}],
      [text, true],
      [list(text), list({})],
      [list(text), { anyOf: [list(text), text] }],
      [
        { type: "object", additionalProperties: text },
        { type: "object", additionalProperties: { type: ["string", "integer"] } },
      ],
    ],
  },
  {
    change: "a type fewer, or no longer anything",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [{ type: ["string", "integer"] }, text],
      [number, whole],
      [{}, text],
      [true, text],
      [list({}), list(text)],
      [{ anyOf: [list(text), text] }, list(text)],
      [text, false],
    ],
  },
  {
    change: "null is allowed now",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [text, { type: ["string", "null"] }],
      [text, { anyOf: [text, nothing] }],
      [text, { oneOf: [nothing, text] }],
      [{ enum: ["a"] }, { enum: ["a", null] }],
      [list(text), list({ type: ["string", "null"] })],
    ],
  },
  {
    change: "null is allowed no more",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [{ type: ["string", "null"] }, text],
      [{ anyOf: [text, nothing] }, text],
      [{ enum: ["a", null] }, { enum: ["a"] }],
      [list({ anyOf: [text, nothing] }), list(text)],
    ],
  },
  {
    change: "a value more",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [{ enum: ["a"] }, { enum: ["a", "b"] }],
      [
        { ...text, enum: ["a"] },
        { ...text, enum: ["b", "a"] },
      ],
      [{ const: 1 }, { enum: [1, 2] }],
      [{ const: true }, truth],
      [list({ enum: ["a"] }), list({ enum: ["a", "b"] })],
    ],
  },
  {
    change: "a value fewer",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [{ enum: ["a", "b"] }, { enum: ["a"] }],
      [{ enum: [1, 2] }, { const: 1 }],
      [truth, { const: false }],
      [list({ enum: ["a", "b"] }), list({ enum: ["b"] })],
    ],
  },
  {
    change: "a list of values, where any was allowed",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [text, { enum: ["a", "b"] }],
      [whole, { enum: [1, 2] }],
      [text, { const: "a" }],
      [{ ...text, pattern: "^a" }, { enum: ["ab"] }],
    ],
  },
  {
    change: "any value, where there was a list",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [{ enum: ["a", "b"] }, text],
      [{ enum: [1, 2] }, whole],
      [{ const: "a" }, text],
      [{ enum: [1] }, { ...whole, minimum: 1 }],
    ],
  },
  {
    change: "another constant",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [{ const: "a" }, { const: "b" }],
      [{ const: 1 }, { const: "1" }],
      [{ enum: ["a"] }, { enum: ["b"] }],
      [{ enum: ["a"] }, { ...text, minLength: 2 }],
    ],
  },
  {
    change: "a member of a union more",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [{ oneOf: [text, whole] }, { oneOf: [text, whole, list(text)] }],
      [{ anyOf: [text, whole] }, { anyOf: [text, whole, truth] }],
      [cat({}), { oneOf: [cat({}), list(text)] }],
      [
        { oneOf: [cat({ kind: { const: "a" } }, ["kind"])] },
        { oneOf: [cat({ kind: { const: "a" } }, ["kind"]), cat({ kind: { const: "b" } }, ["kind"])] },
      ],
    ],
  },
  {
    change: "a member of a union fewer",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [{ oneOf: [text, whole, list(text)] }, { oneOf: [text, whole] }],
      [{ anyOf: [text, whole, truth] }, { anyOf: [text, whole] }],
      [
        { oneOf: [cat({ kind: { const: "a" } }, ["kind"]), cat({ kind: { const: "b" } }, ["kind"])] },
        { oneOf: [cat({ kind: { const: "b" } }, ["kind"])] },
      ],
    ],
  },
  {
    change: "a limit that is new, or tighter",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [number, { ...number, minimum: 0 }],
      [
        { ...number, minimum: 0 },
        { ...number, minimum: 1 },
      ],
      [number, { ...number, maximum: 9 }],
      [
        { ...number, maximum: 9 },
        { ...number, maximum: 8 },
      ],
      [number, { ...number, exclusiveMaximum: 9 }],
      [
        { ...number, exclusiveMinimum: 0 },
        { ...number, exclusiveMinimum: 1 },
      ],
      [text, { ...text, minLength: 1 }],
      [
        { ...text, minLength: 1 },
        { ...text, minLength: 2 },
      ],
      [text, { ...text, maxLength: 9 }],
      [
        { ...text, maxLength: 9 },
        { ...text, maxLength: 8 },
      ],
      [list(text), list(text, { minItems: 1 })],
      [list(text, { maxItems: 9 }), list(text, { maxItems: 8 })],
      [{ type: "object" }, { type: "object", minProperties: 1 }],
      [
        { type: "object", maxProperties: 9 },
        { type: "object", maxProperties: 8 },
      ],
      [list(text, { contains: text }), list(text, { contains: text, minContains: 2 })],
      [list(text, { contains: text, maxContains: 3 }), list(text, { contains: text, maxContains: 2 })],
    ],
  },
  {
    change: "a limit that is lifted, or looser",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [{ ...number, minimum: 0 }, number],
      [
        { ...number, minimum: 1 },
        { ...number, minimum: 0 },
      ],
      [{ ...number, maximum: 9 }, number],
      [
        { ...number, maximum: 8 },
        { ...number, maximum: 9 },
      ],
      [
        { ...number, exclusiveMaximum: 8 },
        { ...number, exclusiveMaximum: 9 },
      ],
      [{ ...text, minLength: 1 }, text],
      [
        { ...text, maxLength: 8 },
        { ...text, maxLength: 9 },
      ],
      [{ ...text, maxLength: 9 }, text],
      [list(text, { minItems: 2 }), list(text, { minItems: 1 })],
      [list(text, { maxItems: 9 }), list(text)],
      [
        { type: "object", minProperties: 2 },
        { type: "object", minProperties: 1 },
      ],
      [{ type: "object", maxProperties: 9 }, { type: "object" }],
      [list(text, { contains: text, minContains: 2 }), list(text, { contains: text, minContains: 1 })],
      [list(text, { contains: text, maxContains: 2 }), list(text, { contains: text })],
    ],
  },
  {
    change: "`minimum: 0` becomes `exclusiveMinimum: 0`, and so at the other end",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [
        { ...number, minimum: 0 },
        { ...number, exclusiveMinimum: 0 },
      ],
      [
        { ...whole, minimum: 0 },
        { ...whole, exclusiveMinimum: 0 },
      ],
      [
        { ...number, maximum: 9 },
        { ...number, exclusiveMaximum: 9 },
      ],
    ],
  },
  {
    change: "`exclusiveMinimum: 0` becomes `minimum: 0`, and so at the other end",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [
        { ...number, exclusiveMinimum: 0 },
        { ...number, minimum: 0 },
      ],
      [
        { ...whole, exclusiveMaximum: 9 },
        { ...whole, maximum: 9 },
      ],
      [
        { ...number, exclusiveMaximum: 9 },
        { ...number, maximum: 9 },
      ],
    ],
  },
  {
    change: "a limit that leaves the same values",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [
        { ...whole, minimum: 1 },
        { ...whole, exclusiveMinimum: 0 },
      ],
      [
        { ...whole, exclusiveMaximum: 10 },
        { ...whole, maximum: 9 },
      ],
      [
        { ...whole, minimum: 0.5 },
        { ...whole, minimum: 1 },
      ],
      [text, { ...text, minLength: 0 }],
      [list(text, { minItems: 0 }), list(text)],
      [list(text, { contains: text }), list(text, { contains: text, minContains: 1 })],
      [
        { ...number, minimum: 1 },
        { ...number, minimum: 1, exclusiveMinimum: 0 },
      ],
    ],
  },
  {
    change: "a format of numbers that holds more: `int32` to `int64`",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [
        { ...whole, format: "int32" },
        { ...whole, format: "int64" },
      ],
      [
        { ...number, format: "float" },
        { ...number, format: "double" },
      ],
      [
        { ...whole, format: "uint16" },
        { ...whole, format: "int32" },
      ],
      [{ ...whole, format: "int64" }, whole],
    ],
  },
  {
    change: "a format of numbers that holds less: `int64` to `int32`",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [
        { ...whole, format: "int64" },
        { ...whole, format: "int32" },
      ],
      [
        { ...number, format: "double" },
        { ...number, format: "float" },
      ],
      [
        { ...whole, format: "int32" },
        { ...whole, format: "uint16" },
      ],
      [whole, { ...whole, format: "int64" }],
    ],
  },
  {
    change: "a pattern or a format that is new",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [text, { ...text, pattern: "^a" }],
      [text, { ...text, format: "email" }],
      [
        { ...text, pattern: "^a" },
        { ...text, pattern: "^a", format: "uuid" },
      ],
      [cat({ mail: text }), cat({ mail: { ...text, format: "email" } })],
    ],
  },
  {
    change: "a pattern or a format that is lifted",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [{ ...text, pattern: "^a" }, text],
      [{ ...text, format: "email" }, text],
      [list({ ...text, format: "uuid" }), list(text)],
    ],
  },
  {
    change: "another pattern, or another format of texts",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [
        { ...text, pattern: "^a" },
        { ...text, pattern: "^b" },
      ],
      [
        { ...text, format: "date" },
        { ...text, format: "date-time" },
      ],
      [
        { ...whole, format: "int32" },
        { ...whole, format: "uint32" },
      ],
    ],
  },
  {
    change: "a step that is new, or a multiple of what it was",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [whole, { ...whole, multipleOf: 2 }],
      [
        { ...whole, multipleOf: 2 },
        { ...whole, multipleOf: 4 },
      ],
    ],
  },
  {
    change: "a step that is lifted, or divides what it was",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [{ ...whole, multipleOf: 2 }, whole],
      [
        { ...whole, multipleOf: 4 },
        { ...whole, multipleOf: 2 },
      ],
    ],
  },
  {
    change: "a step of which neither divides the other",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [
        { ...whole, multipleOf: 2 },
        { ...whole, multipleOf: 3 },
      ],
    ],
  },
  {
    change: "items have to differ now",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [list(text), list(text, { uniqueItems: true })],
      [list(text, { uniqueItems: false }), list(text, { uniqueItems: true })],
    ],
  },
  {
    change: "items may be alike now",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [list(text, { uniqueItems: true }), list(text)],
      [list(text, { uniqueItems: true }), list(text, { uniqueItems: false })],
    ],
  },
  {
    change: "an item at a place allows less",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [
        { type: "array", prefixItems: [{ type: ["string", "null"] }] },
        { type: "array", prefixItems: [text] },
      ],
      [{ type: "array" }, { type: "array", prefixItems: [text] }],
    ],
  },
  {
    change: "an item at a place allows more",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [
        { type: "array", prefixItems: [text] },
        { type: "array", prefixItems: [{ type: ["string", "null"] }] },
      ],
      [{ type: "array", prefixItems: [text] }, { type: "array" }],
    ],
  },
  {
    change: "a rule that nobody can weigh is new",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [text, { ...text, not: { const: "a" } }],
      [cat({}), { ...cat({}), if: { required: ["a"] }, then: { required: ["b"] } }],
      [list(text), list(text, { contains: { const: "a" } })],
      [cat({}), { ...cat({}), dependentRequired: { a: ["b"] } }],
      [cat({}), { ...cat({}), dependentSchemas: { a: { required: ["b"] } } }],
      [cat({}), { ...cat({}), propertyNames: { maxLength: 3 } }],
      [cat({}), { ...cat({}), patternProperties: { "^x": text } }],
      [cat({}), { ...cat({}), unevaluatedProperties: false }],
      [text, { ...text, contentMediaType: "application/json" }],
    ],
  },
  {
    change: "a rule that nobody can weigh is lifted",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [{ ...text, not: { const: "a" } }, text],
      [{ ...cat({}), dependentRequired: { a: ["b"] } }, cat({})],
      [{ ...cat({}), propertyNames: { maxLength: 3 } }, cat({})],
      [{ ...cat({}), patternProperties: { "^x": text } }, cat({})],
      [list(text, { contains: { const: "a" } }), list(text)],
      [{ ...text, contentEncoding: "base64" }, text],
    ],
  },
  {
    change: "a rule that nobody can weigh is another",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [
        { ...text, not: { const: "a" } },
        { ...text, not: { const: "b" } },
      ],
      [
        { ...cat({}), patternProperties: { "^x": text } },
        { ...cat({}), patternProperties: { "^x": whole } },
      ],
      [list(text, { contains: { const: "a" } }), list(text, { contains: { const: "b" } })],
      [
        { ...text, contentEncoding: "base64" },
        { ...text, contentEncoding: "base64url" },
      ],
    ],
  },
  {
    change: "a property that servers alone send (`readOnly`) is removed",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [[cat({ id: { ...text, readOnly: true } }), cat({})]],
  },
  {
    change: "a property that clients alone send (`writeOnly`) is added, and is required",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [[cat({}), cat({ code: { ...text, writeOnly: true } }, ["code"])]],
  },
  {
    change: "a default is another, or is gone",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [
        { ...text, default: "a" },
        { ...text, default: "b" },
      ],
      [{ ...whole, default: 20 }, whole],
      [
        { ...truth, default: true },
        { ...truth, default: false },
      ],
    ],
  },
  {
    change: "a default is added",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [text, { ...text, default: "a" }],
      [list(text), list(text, { default: [] })],
    ],
  },
  {
    change: "titles, descriptions and examples",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [text, { ...text, title: "Name" }],
      [text, { ...text, description: "A name", examples: ["Tom"] }],
      [cat({}), { ...cat({}), $comment: "a cat", deprecated: true, "x-own": 1 }],
    ],
  },
  {
    change: "the same values, written another way",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [{ const: "a" }, { enum: ["a"] }],
      [{ anyOf: [text, nothing] }, { type: ["string", "null"] }],
      [{ oneOf: [text, whole] }, { anyOf: [whole, text] }],
      [{ enum: ["a", "b"] }, { ...text, enum: ["b", "a"] }],
      [truth, { enum: [false, true] }],
      [cat({ age: whole }), { allOf: [cat({}), { type: "object", properties: { age: whole } }] }],
      [true, {}],
      [text, { allOf: [text] }],
    ],
  },
];

const ok = { description: "OK" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const query = (more: object = {}) => ({ name: "q", in: "query", schema: text, ...more });
const asked = (...parameters: object[]) => ({ parameters });
const carrying = (requestBody?: object) => (requestBody ? { requestBody } : {});
const answering = (responses: object) => ({ responses });
const secured = (...security: object[]) => ({ security });

/** The headers of a lifecycle, as documents refer to them. */
const endHeaders = Object.fromEntries(
  ["Deprecation", "Sunset", "Link"].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

/** Changes of all that is no schema, in the order of the page. */
export const operationRules: readonly OperationRule[] = [
  {
    change: "an operation is gone",
    inRequest: "breaks",
    inResponse: "",
    pairs: [[{ gone: {} }, {}]],
  },
  {
    change: "an operation is gone after its announced sunset",
    inRequest: "fine",
    inResponse: "",
    pairs: [[{ gone: { deprecated: true, "x-sunset": "2026-01-01T00:00:00.000Z" } }, {}]],
  },
  {
    change: "an operation is added",
    inRequest: "fine",
    inResponse: "",
    pairs: [[{}, { gone: {} }]],
  },
  {
    change: "a deprecation or a sunset is announced, moved or taken back",
    inRequest: "fine",
    inResponse: "",
    pairs: [
      [{}, { deprecated: true }],
      [{ deprecated: true }, {}],
      [{}, { deprecated: true, "x-sunset": "2027-01-01T00:00:00.000Z" }],
      [{ "x-sunset": "2027-01-01T00:00:00.000Z" }, { "x-sunset": "2026-01-01T00:00:00.000Z" }],
      [
        answering({ "200": { description: "OK", headers: endHeaders } }),
        answering({ "200": { description: "OK" } }),
      ],
    ],
  },
  {
    change: "a parameter is removed",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [asked(query()), asked()],
      [asked(query({ in: "header" })), asked()],
      [asked(query({ in: "cookie" })), asked()],
      [asked(query()), asked(query({ in: "header" }))],
      [asked(query()), asked(query({ name: "Q" }))],
    ],
  },
  {
    change: "an optional parameter is added",
    inRequest: "fine",
    inResponse: "",
    pairs: [
      [asked(), asked(query())],
      [asked(query()), asked(query(), query({ name: "page", schema: whole }))],
      [asked(), asked(query({ in: "cookie" }))],
    ],
  },
  {
    change: "a required parameter is added",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [asked(), asked(query({ required: true }))],
      [asked(), asked(query({ in: "header", required: true }))],
      [asked(), asked(query({ in: "cookie", required: true }))],
    ],
  },
  {
    change: "a parameter becomes required",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [asked(query()), asked(query({ required: true }))],
      [asked(query({ in: "header" })), asked(query({ in: "header", required: true }))],
    ],
  },
  {
    change: "a parameter becomes optional",
    inRequest: "fine",
    inResponse: "",
    pairs: [[asked(query({ required: true })), asked(query())]],
  },
  {
    change: "a parameter is written another way",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [asked(query({ schema: list(text) })), asked(query({ schema: list(text), explode: false }))],
      [asked(query({ schema: list(text) })), asked(query({ schema: list(text), style: "pipeDelimited" }))],
      [asked(query()), asked({ name: "q", in: "query", ...json(text) })],
    ],
  },
  {
    change: "a parameter says how it is written, and it is the usual way",
    inRequest: "fine",
    inResponse: "",
    pairs: [
      [asked(query()), asked(query({ style: "form", explode: true }))],
      [asked(query({ in: "header" })), asked(query({ in: "header", style: "simple", name: "Q" }))],
    ],
  },
  {
    change: "a parameter allows less",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [asked(query()), asked(query({ schema: whole }))],
      [asked(query({ schema: { enum: ["a", "b"] } })), asked(query({ schema: { enum: ["a"] } }))],
      [asked(query({ schema: whole })), asked(query({ schema: { ...whole, maximum: 9 } }))],
      [
        asked(query({ schema: { ...whole, default: 1 } })),
        asked(query({ schema: { ...whole, default: 2 } })),
      ],
    ],
  },
  {
    change: "a parameter allows more",
    inRequest: "fine",
    inResponse: "",
    pairs: [
      [asked(query({ schema: whole })), asked(query({ schema: number }))],
      [asked(query({ schema: { enum: ["a"] } })), asked(query({ schema: { enum: ["a", "b"] } }))],
      [asked(query({ schema: { ...text, maxLength: 9 } })), asked(query())],
    ],
  },
  {
    change: "a body is added, and is required",
    inRequest: "breaks",
    inResponse: "",
    pairs: [[carrying(), carrying({ ...json(text), required: true })]],
  },
  {
    change: "a body is added",
    inRequest: "fine",
    inResponse: "",
    pairs: [[carrying(), carrying(json(text))]],
  },
  {
    change: "a body is removed",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [carrying(json(text)), carrying()],
      [carrying({ ...json(text), required: true }), carrying()],
    ],
  },
  {
    change: "a body becomes required",
    inRequest: "breaks",
    inResponse: "",
    pairs: [[carrying(json(text)), carrying({ ...json(text), required: true })]],
  },
  {
    change: "a body becomes optional",
    inRequest: "fine",
    inResponse: "",
    pairs: [[carrying({ ...json(text), required: true }), carrying(json(text))]],
  },
  {
    change: "a media type is removed",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [
        { ...carrying({ content: { "application/json": {}, "text/plain": {} } }) },
        { ...carrying({ content: { "application/json": {} } }) },
      ],
      [
        answering({ 200: { ...ok, content: { "application/json": {}, "text/csv": {} } } }),
        answering({ 200: { ...ok, content: { "application/json": {} } } }),
      ],
      [answering({ 200: { ...ok, ...json(text) } }), answering({ 200: ok })],
    ],
  },
  {
    change: "a media type is added",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [
        carrying({ content: { "application/json": {} } }),
        carrying({ content: { "application/json": {}, "text/plain": {} } }),
      ],
      [
        answering({ 200: { ...ok, content: { "application/json": {} } } }),
        answering({ 200: { ...ok, content: { "application/json": {}, "text/csv": {} } } }),
      ],
      [answering({ 200: ok }), answering({ 200: { ...ok, ...json(text) } })],
    ],
  },
  {
    change: "a success is removed",
    inRequest: "",
    inResponse: "breaks",
    pairs: [
      [answering({ 200: ok, 202: ok }), answering({ 200: ok })],
      [answering({ 200: ok }), answering({ 201: ok })],
      [answering({ 200: ok, 304: ok }), answering({ 200: ok })],
    ],
  },
  {
    change: "a success is added",
    inRequest: "",
    inResponse: "fine",
    pairs: [
      [answering({ 200: ok }), answering({ 200: ok, 202: ok })],
      [answering({ 200: ok }), answering({ 200: ok, 304: ok })],
    ],
  },
  {
    change: "an error is added or removed",
    inRequest: "",
    inResponse: "fine",
    pairs: [
      [answering({ 200: ok }), answering({ 200: ok, 409: ok })],
      [answering({ 200: ok, 409: ok }), answering({ 200: ok })],
      [answering({ 200: ok, 403: ok }), answering({ 200: ok })],
      [answering({ 200: ok }), answering({ 200: ok, 500: ok })],
    ],
  },
  {
    change: "401 or 403 is added",
    inRequest: "",
    inResponse: "breaks",
    pairs: [
      [answering({ 200: ok }), answering({ 200: ok, 401: ok })],
      [answering({ 200: ok }), answering({ 200: ok, 403: ok })],
    ],
  },
  {
    change: "a header of a response is removed",
    inRequest: "",
    inResponse: "breaks",
    pairs: [
      [answering({ 200: { ...ok, headers: { ETag: { schema: text } } } }), answering({ 200: ok })],
      [
        answering({ 200: { ...ok, headers: { A: { schema: text }, B: { schema: text } } } }),
        answering({ 200: { ...ok, headers: { a: { schema: text } } } }),
      ],
    ],
  },
  {
    change: "a header of a response is added",
    inRequest: "",
    inResponse: "fine",
    pairs: [[answering({ 200: ok }), answering({ 200: { ...ok, headers: { ETag: { schema: text } } } })]],
  },
  {
    change: "a header of a response allows more",
    inRequest: "",
    inResponse: "breaks",
    pairs: [
      [
        answering({ 200: { ...ok, headers: { A: { schema: whole } } } }),
        answering({ 200: { ...ok, headers: { A: { schema: text } } } }),
      ],
      [
        answering({ 200: { ...ok, headers: { A: { schema: { enum: ["a"] } } } } }),
        answering({ 200: { ...ok, headers: { A: { schema: { enum: ["a", "b"] } } } } }),
      ],
    ],
  },
  {
    change: "a header of a response is no longer always there",
    inRequest: "",
    inResponse: "breaks",
    pairs: [
      [
        answering({ 200: { ...ok, headers: { A: { required: true, schema: text } } } }),
        answering({ 200: { ...ok, headers: { A: { schema: text } } } }),
      ],
    ],
  },
  {
    change: "a header of a response is always there now",
    inRequest: "",
    inResponse: "fine",
    pairs: [
      [
        answering({ 200: { ...ok, headers: { A: { schema: text } } } }),
        answering({ 200: { ...ok, headers: { A: { required: true, schema: text } } } }),
      ],
    ],
  },
  {
    change: "credentials are asked for, or more of them",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [secured(), secured({ key: [] })],
      [secured({}, { key: [] }), secured({ key: [] })],
      [secured({ key: [] }, { token: [] }), secured({ key: [] })],
      [secured({ key: [] }), secured({ key: [], token: [] })],
      [secured({ token: ["a"] }), secured({ token: ["a", "b"] })],
      [secured({ key: [] }), secured({ token: [] })],
    ],
  },
  {
    change: "another way in, or fewer credentials",
    inRequest: "fine",
    inResponse: "",
    pairs: [
      [secured({ key: [] }), secured()],
      [secured({ key: [] }), secured({ key: [] }, { token: [] })],
      [secured({ key: [], token: [] }), secured({ key: [] })],
      [secured({ token: ["a", "b"] }), secured({ token: ["a"] })],
    ],
  },
  {
    change: "a scheme keeps its name, and asks for something else",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [
        { ...secured({ key: [] }), scheme: { type: "apiKey", in: "header", name: "X-Key" } },
        { ...secured({ key: [] }), scheme: { type: "apiKey", in: "query", name: "key" } },
      ],
    ],
  },
  {
    change: "operation ids, summaries, tags, names of components and of path parameters",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [{}, { operationId: "list", summary: "Cats", tags: ["cats"], description: "All cats" }],
      [
        {
          ...carrying({ content: { "application/json": { schema: { $ref: "#/components/schemas/Cat" } } } }),
        },
        {
          ...carrying({
            content: { "application/json": { schema: { $ref: "#/components/schemas/Kitty" } } },
          }),
        },
      ],
    ],
  },
];
