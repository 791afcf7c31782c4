import type { Verdict } from "./schema-rules";

/** A rule of docs/breaking-changes.md on the rest of an operation, and pairs of operations. */
interface OperationRule {
  readonly change: string;
  readonly inRequest: Verdict;
  readonly inResponse: Verdict;
  readonly pairs: readonly (readonly [before: object, after: object])[];
}

const text = { type: "string" };
const whole = { type: "integer" };
const number = { type: "number" };
const list = (items: unknown, more: object = {}) => ({ type: "array", items, ...more });

const ok = { description: "OK" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const query = (more: object = {}) => ({ name: "q", in: "query", schema: text, ...more });
const asked = (...parameters: object[]) => ({ parameters });
const carrying = (requestBody?: object) => (requestBody ? { requestBody } : {});
const answering = (responses: object) => ({ responses });
const secured = (...security: object[]) => ({ security });

const formSchema = {
  type: "object",
  properties: {
    list: list(text),
    photo: { type: "string", format: "binary" },
    note: { enum: ["a"] },
    owner: { type: "object" },
    any: {},
  },
};
const encoded = (type: string, encoding: object) => ({
  requestBody: { content: { [type]: { schema: formSchema, encoding } } },
});
const form = (encoding: object) => encoded("application/x-www-form-urlencoded", encoding);
const multipart = (encoding: object) => encoded("multipart/form-data", encoding);

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
    change: "a property of a form is encoded another way",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [form({ list: { explode: true } }), form({ list: { explode: false } })],
      [form({}), form({ list: { style: "pipeDelimited" } })],
      [
        multipart({ photo: { contentType: "image/png" } }),
        multipart({ photo: { contentType: "image/jpeg" } }),
      ],
      [
        multipart({ photo: { contentType: "image/png, image/jpeg" } }),
        multipart({ photo: { contentType: "image/png" } }),
      ],
      [multipart({ note: { contentType: "application/json" } }), multipart({})],
      [
        answering({ 200: { ...ok, ...multipart({ photo: { contentType: "image/png" } }).requestBody } }),
        answering({ 200: { ...ok, ...multipart({ photo: { contentType: "image/*" } }).requestBody } }),
      ],
    ],
  },
  {
    change: "a property of a form may be encoded in more ways, or says the usual one",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [form({}), form({ list: { style: "form", explode: true } })],
      [
        multipart({ photo: { contentType: "image/png" } }),
        multipart({ photo: { contentType: "image/jpeg, image/png" } }),
      ],
      [multipart({ photo: { contentType: "image/png" } }), multipart({ photo: { contentType: "image/*" } })],
      [
        multipart({}),
        multipart({ note: { contentType: "text/plain" }, owner: { contentType: "application/json" } }),
      ],
      [multipart({}), multipart({ list: { contentType: "text/plain" }, gone: { contentType: "image/png" } })],
      // the usual media type of what may be anything is not known
      [multipart({}), multipart({ any: { contentType: "image/png" } })],
      [
        answering({ 200: { ...ok, ...multipart({ photo: { contentType: "image/*" } }).requestBody } }),
        answering({ 200: { ...ok, ...multipart({ photo: { contentType: "image/png" } }).requestBody } }),
      ],
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
      [answering({ 200: { ...ok, ...json(text) } }), answering({ "2XX": { ...ok, ...json(whole) } })],
      [answering({ "2XX": ok, 200: ok }), answering({ 200: ok })],
    ],
  },
  {
    change: "a success is added",
    inRequest: "",
    inResponse: "fine",
    pairs: [
      [answering({ 200: ok }), answering({ 200: ok, 202: ok })],
      [answering({ 200: ok }), answering({ 200: ok, 304: ok })],
      // a status and its range are one response
      [answering({ 200: ok }), answering({ "2XX": ok })],
      [answering({ "2XX": ok }), answering({ 200: ok, 201: ok })],
      [answering({ 200: ok, "2xx": ok }), answering({ "2XX": ok, 200: ok })],
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
    change: "a header of a response is no longer always present",
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
    change: "a header of a response is now always present",
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
