import { App, VersioningHeader, WithBody, WithResponse, WithVersion } from "versioned-controllers";
import type { OpenAPIDocument, RouteOption } from "versioned-controllers";
import { z } from "zod";
import { judgedDocuments } from "../../support/documents/judging";

const documentOf = judgedDocuments("component-names");
const handler = () => 1;
const cat = (of: object) => ({ title: "Cat", type: "object", properties: of });
const [one, two] = [cat({ a: { type: "string" } }), cat({ b: { type: "string" } })];
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function schemasIn({ components }: OpenAPIDocument): Record<string, object> {
  return Object.fromEntries(
    Object.entries(components?.schemas ?? {}).filter(
      ([name]) => name !== "Error" && name !== "InvalidRequest",
    ),
  );
}

function bodyOf(...options: RouteOption[]): { schema: unknown; schemas: Record<string, object> } {
  const document = documentOf(new App().Post("/x", handler, ...options));
  const { content } = document.paths["/x"]?.post?.requestBody as {
    content: Record<string, { schema: unknown }>;
  };
  return { schema: content["application/json"]?.schema, schemas: schemasIn(document) };
}

it("a name that two versions give to different schemas is the newest one's in Document()", () => {
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "V" } })
    .Get("/old", handler, WithVersion("1"), WithResponse(200, one))
    .Get("/cats", handler, WithVersion("2"), WithResponse(200, two));
  expect(schemasIn(documentOf(app, "1"))).toEqual({ Cat: one });
  expect(schemasIn(documentOf(app, "2"))).toEqual({ Cat: two });
  const all = documentOf(app);
  expect(schemasIn(all)).toEqual({ Cat: two, Cat_1: one });
  expect(all.paths["/old"]?.get?.responses["200"]?.content).toEqual({
    "application/json": { schema: ref("Cat_1") },
  });
});

it("two schemas that contain each other are one component each, wherever they are used", () => {
  const Person = z
    .object({
      get home() {
        return Address.optional();
      },
    })
    .meta({ title: "Person" });
  const Address = z
    .object({
      get owners(): z.ZodArray<typeof Person> {
        return z.array(Person);
      },
    })
    .meta({ title: "Address" });
  const app = new App()
    .Post("/people", handler, WithBody(Person))
    .Post("/addresses", handler, WithBody(Address));
  expect(schemasIn(documentOf(app))).toEqual({
    Person: { title: "Person", type: "object", properties: { home: ref("Address") } },
    Address: {
      title: "Address",
      type: "object",
      properties: { owners: { type: "array", items: ref("Person") } },
      required: ["owners"],
    },
  });
});

it("a discriminator's mapping follows its schemas", () => {
  const pet = (t: string) => ({ type: "object", required: ["t"], properties: { t: { const: t } } });
  const { schema, schemas } = bodyOf(
    WithBody({
      oneOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }],
      discriminator: { propertyName: "t", mapping: { a: "#/$defs/A", b: "#/$defs/B" } },
      $defs: { A: { title: "Alpha", ...pet("a") }, B: pet("b") },
    }),
  );
  expect(schema).toEqual({
    oneOf: [ref("Alpha"), ref("B")],
    discriminator: { propertyName: "t", mapping: { a: ref("Alpha").$ref, b: ref("B").$ref } },
  });
  expect(Object.keys(schemas).toSorted()).toEqual(["Alpha", "B"]);
});

it("a discriminator without a mapping names the alternatives that are components", () => {
  const pet = (t: string) => ({ type: "object", required: ["t"], properties: { t: { const: t } } });
  const { schema } = bodyOf(
    WithBody({
      oneOf: [{ $ref: "#/$defs/A" }, pet("b")],
      discriminator: { propertyName: "t" },
      $defs: { A: { title: "Alpha", ...pet("a"), $id: "A" } },
    }),
  );
  expect(schema).toEqual({
    oneOf: [ref("A"), pet("b")],
    discriminator: { propertyName: "t" },
  });
});

describe("a discriminator's mapping by names, as documents write them", () => {
  const pet = (title: string, t: string, more: object) => ({
    title,
    type: "object",
    required: ["t"],
    properties: { t: { const: t }, ...more },
  });
  const pets = (more: object) => ({
    oneOf: [pet("Aa", "a", more), pet("Bb", "b", more)],
    discriminator: { propertyName: "t", mapping: { a: "#/components/schemas/Aa", b: "Bb" } },
  });
  const mapped = (a: string, b: string) => ({
    oneOf: [ref(a), ref(b)],
    discriminator: { propertyName: "t", mapping: { a: ref(a).$ref, b: ref(b).$ref } },
  });

  it("leads to each version's own schemas", () => {
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "V" } })
      .Get("/old", handler, WithVersion("1"), WithResponse(200, pets({ x: { type: "string" } })))
      .Get("/new", handler, WithVersion("2"), WithResponse(200, pets({ x: { type: "integer" } })));
    const { paths } = documentOf(app);
    const shown = ["/old", "/new"].map((path) => paths[path]?.get?.responses["200"]?.content);
    expect(shown).toEqual([
      { "application/json": { schema: mapped("Aa_1", "Bb_1") } },
      { "application/json": { schema: mapped("Aa", "Bb") } },
    ]);
  });

  it("names what has another name in the document, where no mapping does", () => {
    const unmapped = (more: object) => ({
      ...pets(more),
      discriminator: { propertyName: "t" },
    });
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "V" } })
      .Get("/old", handler, WithVersion("1"), WithResponse(200, unmapped({ x: { type: "string" } })))
      .Get("/new", handler, WithVersion("2"), WithResponse(200, unmapped({ x: { type: "integer" } })));
    const { paths } = documentOf(app);
    const shown = ["/old", "/new"].map((path) => paths[path]?.get?.responses["200"]?.content);
    const mapping = { Aa: ref("Aa_1").$ref, Bb: ref("Bb_1").$ref };
    expect(shown).toEqual(
      [
        { oneOf: [ref("Aa_1"), ref("Bb_1")], discriminator: { propertyName: "t", mapping } },
        { oneOf: [ref("Aa"), ref("Bb")], discriminator: { propertyName: "t" } },
      ].map((schema) => ({ "application/json": { schema } })),
    );
  });

  it("stays as it is where it leads nowhere", () => {
    const schema = {
      oneOf: [{ type: "object", properties: { t: { const: "a" } } }, pet("Bb", "b", {})],
      discriminator: { propertyName: "t", mapping: { a: "#/oneOf/0", b: "Bb", c: "#/nowhere" } },
    };
    // Judges of documents refuse a reference to nowhere, whoever wrote it.
    const { paths } = new App().Post("/x", handler, WithBody(schema)).Document();
    expect(paths["/x"]?.post?.requestBody).toMatchObject({
      content: {
        "application/json": {
          schema: { discriminator: { mapping: { a: ref("0").$ref, b: ref("Bb").$ref, c: "#/nowhere" } } },
        },
      },
    });
  });

  it("leads to what is taken, and to what is put out", () => {
    const petOf = <Kind extends string>(title: string, kind: Kind) =>
      z.object({ t: z.literal(kind), x: z.string().default("x") }).meta({ title });
    const either = z
      .discriminatedUnion("t", [petOf("Aa", "a"), petOf("Bb", "b")])
      .meta({ discriminator: pets({}).discriminator });
    const document = documentOf(
      new App().Post("/x", (req) => req.body, WithBody(either), WithResponse(200, either)),
    );
    const { requestBody, responses } = document.paths["/x"]?.post ?? {};
    expect(requestBody).toMatchObject({
      content: { "application/json": { schema: mapped("AaInput", "BbInput") } },
    });
    expect(responses?.["200"]).toMatchObject({
      content: { "application/json": { schema: mapped("Aa", "Bb") } },
    });
  });

  it.each(["$defs", "definitions"])("leads to %s, whatever they are called in the document", (keyword) => {
    const { schema } = bodyOf(
      WithBody({
        oneOf: [{ $ref: `#/${keyword}/Cat` }, { $ref: `#/${keyword}/Dog` }],
        discriminator: {
          propertyName: "t",
          mapping: { cat: "Cat", dog: "Dog" },
        },
        [keyword]: { Cat: pet("Feline", "cat", {}), Dog: pet("", "dog", {}) },
      }),
    );
    expect(schema).toEqual({
      oneOf: [ref("Feline"), ref("Dog")],
      discriminator: {
        propertyName: "t",
        mapping: { cat: ref("Feline").$ref, dog: ref("Dog").$ref },
      },
    });
  });
});

it("a name is one schema's where only a mapping tells two apart", () => {
  const pet = (type: string) => ({
    title: "Pet",
    discriminator: { propertyName: "t", mapping: { dog: "Dog" } },
    $defs: { Dog: { type } },
  });
  const app = new App()
    .Post("/a", handler, WithBody(pet("object")))
    .Post("/b", handler, WithBody(pet("array")));
  expect(() => app.Build()).toThrow('two different schemas have the same name, "Pet"');
});

it("a reference to an anchor is one to a component", () => {
  const node = { type: "object", properties: { next: { $ref: "#node" } } };
  const { schema, schemas } = bodyOf(WithBody({ $ref: "#node", $defs: { n: { $anchor: "node", ...node } } }));
  expect(schema).toEqual(ref("node"));
  expect(schemas).toEqual({ node: { type: "object", properties: { next: ref("node") } } });
});

it.each<[what: string, older: object, newer: object]>([
  [
    "a tuple of draft-07",
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "array",
      items: [{ type: "string" }, { type: "number" }],
      additionalItems: false,
    },
    { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
  ],
  [
    "a tuple of TypeBox, which says no dialect",
    { type: "array", items: [{ type: "string" }], additionalItems: false, minItems: 1, maxItems: 1 },
    { type: "array", minItems: 1, maxItems: 1, prefixItems: [{ type: "string" }], items: false },
  ],
  [
    "dependencies",
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      dependencies: { a: ["b"], c: { required: ["d"] } },
    },
    { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
  ],
  [
    "a recursive reference",
    {
      $schema: "https://json-schema.org/draft/2019-09/schema",
      title: "Tree",
      properties: { next: { $recursiveRef: "#" } },
    },
    ref("Tree"),
  ],
])("an older draft is described in the words of 2020-12: %s", (_what, older, newer) => {
  expect(bodyOf(WithBody(older)).schema).toEqual(newer);
});

it.each<[what: string, options: RouteOption[]]>([
  ["responses alone", []],
  ["requests too", [WithBody(z.object({ a: z.string() }).meta({ id: "Cat" })) as RouteOption]],
])("a component that %s use is open, though the library closes its output", (_what, options) => {
  const Cat = z.object({ a: z.string() }).meta({ id: "Cat" });
  const document = documentOf(new App().Post("/x", () => ({ a: "b" }), WithResponse(200, Cat), ...options));
  expect(schemasIn(document).Cat).toEqual({
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
  });
});

it.each([
  ["first", [false, undefined]],
  ["last", [undefined, false]],
])("a component that some responses close stays open, where the closed one is declared %s", (_when, all) => {
  const [one, other] = all.map((additionalProperties) => ({
    title: "Cat",
    type: "object",
    properties: { a: { type: "string" } },
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  }));
  const app = new App()
    .Get("/one", () => ({ a: "b" }), WithResponse(200, one as object))
    .Get("/other", () => ({ a: "b" }), WithResponse(200, other as object));
  expect(schemasIn(documentOf(app)).Cat).toEqual({
    title: "Cat",
    type: "object",
    properties: { a: { type: "string" } },
  });
});
