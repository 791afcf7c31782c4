/** Whether a client fails by a change. */
export type Verdict = "breaks" | "fine" | "";

/** A rule of docs/breaking-changes.md on what a schema allows, and pairs of schemas that it is held by. */
interface SchemaRule {
  readonly change: string;
  readonly inRequest: Verdict;
  readonly inResponse: Verdict;
  /** Each is tried as the body of a request, as that of a response, and as a property in both. */
  readonly pairs: readonly Pair[];
}

/** Two schemas, and the lines that are printed where they are those of a request's body, and of a response's. */
type Pair = readonly [before: unknown, after: unknown, ofRequest: string, ofResponse: string];

const breaking = (lines: readonly string[]) => lines.map((line) => `BREAKING ${line}`).join("\n");
const plain = (lines: readonly string[]) => lines.join("\n");

const FINE = "";
const both = (...lines: readonly string[]) => [breaking(lines), breaking(lines)] as const;
const narrows = (...lines: readonly string[]) => [breaking(lines), plain(lines)] as const;
const widens = (...lines: readonly string[]) => [plain(lines), breaking(lines)] as const;
const harmless = (...lines: readonly string[]) => [plain(lines), plain(lines)] as const;

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
const object = (properties: object, required: readonly string[] = [], more: object = {}) => ({
  type: "object",
  properties,
  required,
  ...more,
});
const named = (properties: object, required?: readonly string[]) =>
  object({ name: text, ...properties }, required);

/** A union of the components that the documents of the tests have. */
const discriminated = (discriminator: object | undefined) => ({
  anyOf: [{ $ref: "#/components/schemas/Dog" }, { $ref: "#/components/schemas/Fox" }],
  ...(discriminator && { discriminator }),
});
const besideOverlap =
  "the body cannot be compared: an alternative has changed beside a oneOf whose alternatives overlap";
const overlapOf = (one: string | number, other: string | number) =>
  `the body cannot be compared: its oneOf refuses a value that matches both ${one} and ${other}`;

/** Changes of schemas, in the order of the page. */
export const schemaRules: readonly SchemaRule[] = [
  {
    change: "a property is removed",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [cat({ age: whole }), cat({}), ...both(`property "age" was removed`)],
      [cat({ age: whole }, ["age"]), cat({}), ...both(`property "age" was removed`)],
      [
        cat({ owner: cat({ age: whole }) }),
        cat({ owner: cat({}) }),
        ...both(`property "owner.age" was removed`),
      ],
      [list(cat({ age: whole })), list(cat({})), ...both(`property "[].age" was removed`)],
      [
        { anyOf: [cat({ age: whole }), nothing] },
        { anyOf: [cat({}), nothing] },
        ...both(`property "age" was removed`),
      ],
      // a tagged member has changed
      [
        { oneOf: [object({ kind: { const: "a" } }), object({ kind: { const: "b" }, age: whole })] },
        { oneOf: [object({ kind: { const: "b" } }), object({ kind: { const: "a" } })] },
        ...both(`property "b.age" was removed`),
      ],
      // a required property that nothing else is said of
      [object({}, ["name"]), object({}), ...both(`property "name" was removed`)],
    ],
  },
  {
    change: "an optional property is added",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [cat({}), cat({ age: whole }), ...harmless(`property "age" was added`)],
      [
        cat({ owner: cat({}) }),
        cat({ owner: cat({ age: whole }) }),
        ...harmless(`property "owner.age" was added`),
      ],
      [list(cat({})), list(cat({ age: whole })), ...harmless(`property "[].age" was added`)],
      [
        { ...cat({}), additionalProperties: false },
        { ...cat({ age: whole }), additionalProperties: false },
        ...harmless(`property "age" was added`),
      ],
      // a named member has changed
      [
        {
          oneOf: [
            { ...named({}), title: "A" },
            { ...object({ a: text }, ["a"]), title: "B" },
          ],
        },
        {
          oneOf: [
            { ...named({ age: whole }), title: "A" },
            { ...object({ a: text }, ["a"]), title: "B" },
          ],
        },
        ...harmless(`property "A.age" was added`),
      ],
    ],
  },
  {
    change: "a required property is added",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [cat({}), cat({ age: whole }, ["age"]), ...narrows(`property "age" was added, and is required`)],
      [
        cat({ owner: cat({}) }),
        cat({ owner: cat({ age: whole }, ["age"]) }),
        ...narrows(`property "owner.age" was added, and is required`),
      ],
      [
        cat({}),
        { allOf: [cat({}), { type: "object", properties: { age: whole }, required: ["age"] }] },
        ...narrows(`property "age" was added, and is required`),
      ],
    ],
  },
  {
    change: "a property becomes required",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [cat({ age: whole }), cat({ age: whole }, ["age"]), ...narrows(`property "age" became required`)],
      [
        cat({ age: { type: ["integer", "null"] } }),
        cat({ age: { type: ["integer", "null"] } }, ["age"]),
        ...narrows(`property "age" became required`),
      ],
      [
        list(cat({ age: whole })),
        list(cat({ age: whole }, ["age"])),
        ...narrows(`property "[].age" became required`),
      ],
    ],
  },
  {
    change: "a property becomes optional",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [cat({ age: whole }, ["age"]), cat({ age: whole }), ...widens(`property "age" became optional`)],
      [
        cat({ owner: cat({ age: whole }, ["age"]) }),
        cat({ owner: cat({ age: whole }) }),
        ...widens(`property "owner.age" became optional`),
      ],
    ],
  },
  {
    change: "other properties are allowed no more",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [
        cat({}),
        { ...cat({}), additionalProperties: false },
        ...narrows("the body may no longer have other properties"),
      ],
      [
        { type: "object" },
        { type: "object", additionalProperties: false },
        ...narrows("the body may no longer have other properties"),
      ],
    ],
  },
  {
    change: "other properties are allowed now",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [
        { ...cat({}), additionalProperties: false },
        cat({}),
        ...harmless("the body may now have other properties"),
      ],
      [
        { ...cat({}), additionalProperties: false },
        { ...cat({}), additionalProperties: text },
        ...harmless("the body may now have other properties"),
      ],
    ],
  },
  {
    change: "another type",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [text, whole, ...both("the body was a string and is now an integer")],
      [whole, text, ...both("the body was an integer and is now a string")],
      [text, list(text), ...both("the body was a string and is now a list")],
      [list(text), cat({}), ...both("the body was a list and is now an object")],
      [truth, text, ...both("the body was a boolean and is now a string")],
      [list(text), list(whole), ...both(`property "[]" was a string and is now an integer`)],
      // a map's values are of another type
      [
        { type: "object", additionalProperties: text },
        { type: "object", additionalProperties: whole },
        ...both(`property "*" was a string and is now an integer`),
      ],
      [
        { type: ["string", "null"] },
        { type: ["integer", "null"] },
        ["BREAKING the body may no longer be a string", "the body may now be an integer"].join("\n"),
        ["the body may no longer be a string", "BREAKING the body may now be an integer"].join("\n"),
      ],
      // a map becomes an object without entries
      [
        { type: "object", additionalProperties: text },
        { type: "object", additionalProperties: false },
        ...both("the body may no longer have other properties"),
      ],
      // an item with a place is of another type
      [
        { type: "array", prefixItems: [text] },
        { type: "array", prefixItems: [whole] },
        ...both(`property "[0]" was a string and is now an integer`),
      ],
      // a member without a tag has changed
      [
        { oneOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])] },
        { oneOf: [object({ a: text }, ["a"]), object({ b: whole }, ["b"])] },
        ...both(`property "1.b" was a string and is now an integer`),
      ],
    ],
  },
  {
    change: "a type more, or anything",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      // one type more
      [text, { type: ["string", "integer"] }, ...widens("the body may now be an integer")],
      // an integer becomes a number
      [whole, number, ...widens("the body may now be a number that is not an integer")],
      // a text becomes anything
      [text, {}, ...widens("the body was a string and may now be anything")],
      [text, true, ...widens("the body was a string and may now be anything")],
      [list(text), list({}), ...widens(`property "[]" was a string and may now be anything`)],
      [list(text), { anyOf: [list(text), text] }, ...widens("the body may now be a string")],
      // a map's values may be of one more type
      [
        { type: "object", additionalProperties: text },
        { type: "object", additionalProperties: { type: ["string", "integer"] } },
        ...widens(`property "*" may now be an integer`),
      ],
      // nothing becomes a text
      [false, text, ...widens("the body may now be a string")],
      // an enum of nothing becomes anything
      [{ enum: [] }, {}, ...widens("the body was nothing and may now be anything")],
    ],
  },
  {
    change: "a type fewer, or no longer anything",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      // one type fewer
      [{ type: ["string", "integer"] }, text, ...narrows("the body may no longer be an integer")],
      // a number becomes an integer
      [number, whole, ...narrows("the body may no longer be a number that is not an integer")],
      // anything becomes a text
      // a schema without types gets a rule
      [{}, { minLength: 1 }, ...narrows("the body now has minLength 1")],
      [{}, { not: { const: 1 } }, ...narrows(`the body now has not {"const":1}`)],
      [
        {},
        { properties: { a: text } },
        ...narrows(
          "the body was anything and is now a string, a number, an object, a list, a boolean or null",
        ),
      ],
      [{}, text, ...narrows("the body was anything and is now a string")],
      [true, text, ...narrows("the body was anything and is now a string")],
      [list({}), list(text), ...narrows(`property "[]" was anything and is now a string`)],
      [{ anyOf: [list(text), text] }, list(text), ...narrows("the body may no longer be a string")],
      // no value at all
      [text, false, ...narrows("the body may no longer be a string")],
      // other properties are limited now
      [
        named({}),
        { ...named({}), additionalProperties: text },
        ...narrows(`property "*" was anything and is now a string`),
      ],
      // any property may be anything, and is described now
      [object({ a: true }), object({ a: text }), ...narrows(`property "a" was anything and is now a string`)],
    ],
  },
  {
    change: "null is allowed now",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [text, { type: ["string", "null"] }, ...widens("the body may now be null")],
      // null by anyOf is allowed now
      [text, { anyOf: [text, nothing] }, ...widens("the body may now be null")],
      [text, { oneOf: [nothing, text] }, ...widens("the body may now be null")],
      [{ enum: ["a"] }, { enum: ["a", null] }, ...widens("the body may now be null")],
      // a list's items are of one type more
      [list(text), list({ type: ["string", "null"] }), ...widens(`property "[]" may now be null`)],
    ],
  },
  {
    change: "null is allowed no more",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [{ type: ["string", "null"] }, text, ...narrows("the body may no longer be null")],
      [{ anyOf: [text, nothing] }, text, ...narrows("the body may no longer be null")],
      [{ enum: ["a", null] }, { enum: ["a"] }, ...narrows("the body may no longer be null")],
      [list({ anyOf: [text, nothing] }), list(text), ...narrows(`property "[]" may no longer be null`)],
    ],
  },
  {
    change: "a value more",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [{ enum: ["a"] }, { enum: ["a", "b"] }, ...widens(`the body may now be "b"`)],
      [{ ...text, enum: ["a"] }, { ...text, enum: ["b", "a"] }, ...widens(`the body may now be "b"`)],
      [{ const: 1 }, { enum: [1, 2] }, ...widens("the body may now be 2")],
      // true alone becomes a boolean
      [{ const: true }, truth, ...widens("the body may now be false")],
      [list({ enum: ["a"] }), list({ enum: ["a", "b"] }), ...widens(`property "[]" may now be "b"`)],
    ],
  },
  {
    change: "a value fewer",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [{ enum: ["a", "b"] }, { enum: ["a"] }, ...narrows(`the body may no longer be "b"`)],
      [{ enum: [1, 2] }, { const: 1 }, ...narrows("the body may no longer be 2")],
      // a limit beside the values
      [
        { ...text, enum: ["a", "bc"] },
        { ...text, enum: ["a", "bc"], maxLength: 1 },
        ...narrows(`the body may no longer be "bc"`),
      ],
      [truth, { const: false }, ...narrows("the body may no longer be true")],
      [list({ enum: ["a", "b"] }), list({ enum: ["b"] }), ...narrows(`property "[]" may no longer be "a"`)],
    ],
  },
  {
    change: "a list of values, where any was allowed",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      // a text becomes an enum
      [text, { enum: ["a", "b"] }, ...narrows(`the body may no longer be a string other than "a" or "b"`)],
      [whole, { enum: [1, 2] }, ...narrows("the body may no longer be an integer other than 1 or 2")],
      [text, { const: "a" }, ...narrows(`the body may no longer be a string other than "a"`)],
      // a number becomes one of its values
      [
        { type: "integer", minimum: 1 },
        { enum: [1, 2] },
        ...narrows("the body may no longer be an integer other than 1 or 2"),
      ],
      // lists become one of them
      [{ type: "array" }, { const: [1] }, ...narrows("the body may no longer be a list other than [1]")],
    ],
  },
  {
    change: "any value, where there was a list",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      // an enum becomes a text
      [{ enum: ["a", "b"] }, text, ...widens(`the body may now be a string other than "a" or "b"`)],
      [{ enum: [1, 2] }, whole, ...widens("the body may now be an integer other than 1 or 2")],
      [{ const: "a" }, text, ...widens(`the body may now be a string other than "a"`)],
      [{ enum: [1] }, { ...whole, minimum: 1 }, ...widens("the body may now be an integer other than 1")],
      [
        { enum: [0.3] },
        { ...number, multipleOf: 0.1 },
        ...widens("the body may now be a number other than 0.3"),
      ],
    ],
  },
  {
    change: "another constant",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [{ const: "a" }, { const: "b" }, ...both(`the body was "a" and is now "b"`)],
      [{ const: 1 }, { const: "1" }, ...both(`the body was 1 and is now "1"`)],
      [{ enum: ["a"] }, { enum: ["b"] }, ...both(`the body was "a" and is now "b"`)],
      // an enum becomes a text too short for it
      [
        { enum: ["a"] },
        { ...text, minLength: 2 },
        ...both(`the body was "a" and is now a string other than "a"`),
      ],
      // a number becomes a value out of its limits
      [
        { type: "integer", minimum: 1 },
        { const: 0 },
        ...both("the body was an integer other than 0 and is now 0"),
      ],
      // a number becomes a value beyond its limits
      [
        { type: "integer", maximum: 1 },
        { const: 2 },
        ...both("the body was an integer other than 2 and is now 2"),
      ],
      // an enum becomes steps without one of its values
      [
        { enum: [1] },
        { ...whole, multipleOf: 2 },
        ...both("the body was 1 and is now an integer other than 1"),
      ],
      [
        { const: 9007199254740991 },
        { ...whole, multipleOf: 2 },
        ...both("the body was 9007199254740991 and is now an integer other than 9007199254740991"),
      ],
      // a value that an exclusive limit leaves out
      [
        { const: 0 },
        { ...number, exclusiveMinimum: 0 },
        ...both("the body was 0 and is now a number other than 0"),
      ],
    ],
  },
  {
    change: "a member of a union more",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [
        { oneOf: [text, whole] },
        { oneOf: [text, whole, list(text)] },
        ...widens("the body may now be a list"),
      ],
      [{ anyOf: [text, whole] }, { anyOf: [text, whole, truth] }, ...widens("the body may now be a boolean")],
      [cat({}), { oneOf: [cat({}), list(text)] }, ...widens("the body may now be a list")],
      [
        { oneOf: [cat({ kind: { const: "a" } }, ["kind"])] },
        { oneOf: [cat({ kind: { const: "a" } }, ["kind"]), cat({ kind: { const: "b" } }, ["kind"])] },
        ...widens("the body may now be an object"),
      ],
      // a member more
      [
        { oneOf: [text, whole] },
        { oneOf: [text, whole, named({})] },
        ...widens("the body may now be an object"),
      ],
    ],
  },
  {
    change: "a member of a union fewer",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [
        { oneOf: [text, whole, list(text)] },
        { oneOf: [text, whole] },
        ...narrows("the body may no longer be a list"),
      ],
      [
        { anyOf: [text, whole, truth] },
        { anyOf: [text, whole] },
        ...narrows("the body may no longer be a boolean"),
      ],
      [
        { oneOf: [cat({ kind: { const: "a" } }, ["kind"]), cat({ kind: { const: "b" } }, ["kind"])] },
        { oneOf: [cat({ kind: { const: "b" } }, ["kind"])] },
        ...narrows("the body may no longer be an object"),
      ],
      // a member fewer
      [{ oneOf: [text, whole] }, { oneOf: [text] }, ...narrows("the body may no longer be an integer")],
      // a tagged member is gone
      [
        { oneOf: [object({ kind: { const: "a" } }), object({ kind: { const: "b" }, age: whole }, ["age"])] },
        { oneOf: [object({ kind: { const: "a" } })] },
        ...narrows("the body may no longer be an object"),
      ],
      // a named member is gone
      [
        { oneOf: [{ ...named({}), title: "A" }, { ...object({ a: text }, ["a"]), title: "B" }, text] },
        { oneOf: [{ ...named({}), title: "A" }, text] },
        ...narrows("the body may no longer be an object (B)"),
      ],
    ],
  },
  {
    change: "a `oneOf` whose members overlap, where values of both were taken",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      ...[
        // a value with both properties matches two members
        [object({ a: text }, ["a"]), object({ b: text }, ["b"])],
        // a closed member that names the required property of the other
        [object({ a: text }, ["a"]), object({ a: text, b: text }, ["b"], { additionalProperties: false })],
        // limits show nothing
        [
          { ...whole, maximum: 5 },
          { ...whole, minimum: 6 },
        ],
        // a pattern refuses no property
        [
          object({ a: text }, ["a"]),
          object({}, [], { additionalProperties: false, patternProperties: { "^a": text } }),
        ],
      ].map((members): Pair => [{ anyOf: members }, { oneOf: members }, breaking([overlapOf(0, 1)]), FINE]),
      // a constant that nobody needs to send
      [
        { anyOf: [object({ kind: { const: "a" } }), object({ kind: { const: "b" } })] },
        { oneOf: [object({ kind: { const: "a" } }), object({ kind: { const: "b" } })] },
        breaking([overlapOf(`kind "a"`, `kind "b"`)]),
        FINE,
      ],
      [
        list({ anyOf: [object({ a: text }), nothing, object({ b: text }, [], { title: "B" })] }),
        list({ anyOf: [{ oneOf: [object({ a: text }), object({ b: text }, [], { title: "B" })] }, nothing] }),
        breaking([`property "[]" ${overlapOf(0, "B").replace("the body ", "")}`]),
        FINE,
      ],
      // another alternative took what the `oneOf` refuses
      [
        { anyOf: [{ oneOf: [object({ a: text }), object({ b: text })] }, object({ a: text }, ["a"])] },
        { oneOf: [object({ a: text }), object({ b: text })] },
        breaking([besideOverlap]),
        FINE,
      ],
      // the older member refuses null, so that the other one took it
      [
        { oneOf: [{ oneOf: [{}, nothing] }, nothing] },
        { oneOf: [{ anyOf: [{ oneOf: [{}, nothing] }, nothing] }, nothing] },
        breaking([overlapOf(0, 1)]),
        FINE,
      ],
      // a member grows into another
      [
        { oneOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"], { additionalProperties: false })] },
        { oneOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])] },
        plain([`alternative "1" may now have other properties`]) + "\n" + breaking([overlapOf(0, 1)]),
        plain([`alternative "1" may now have other properties`]),
      ],
    ],
  },
  {
    change: "a member of a `oneOf` allows more, and overlaps another one",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [
        {
          oneOf: [
            { ...whole, maximum: 5 },
            { ...whole, minimum: 6 },
          ],
        },
        {
          oneOf: [
            { ...whole, maximum: 6 },
            { ...whole, minimum: 6 },
          ],
        },
        `alternative "0" has maximum 6 instead of 5\n${breaking([overlapOf(0, 1)])}`,
        breaking([`alternative "0" has maximum 6 instead of 5`]),
      ],
      // a member becomes another one, which the other member hides
      [
        { oneOf: [{ ...object({}), type: ["object", "null"], maxProperties: 0 }, nothing] },
        { oneOf: [{ ...object({}), type: ["object", "null"], maxProperties: 0 }, object({})] },
        plain(["the body may now be an object"]) + "\n" + breaking([overlapOf(0, 1)]),
        breaking(["the body may now be an object"]),
      ],
      [
        { oneOf: [object({}), nothing] },
        { oneOf: [{ oneOf: [object({}), { type: ["string", "object"] }] }, nothing] },
        plain(["the body may now be a string"]) + "\n" + breaking([overlapOf(0, 1)]),
        breaking(["the body may now be a string"]),
      ],
      [
        { oneOf: [whole] },
        { oneOf: [whole, number] },
        plain(["the body may now be a number"]) + "\n" + breaking([overlapOf(0, 1)]),
        breaking(["the body may now be a number"]),
      ],
    ],
  },
  {
    change: "a `oneOf` whose members overlap no more than before, or are told apart",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      ...[
        [text, whole, list(text), object({ a: text })],
        [object({ kind: { const: "a" } }, ["kind"]), object({ kind: { enum: ["b", "c"] } })],
        [object({ kind: whole }, ["kind"]), object({ kind: { const: "b" } })],
        [
          object({ to: object({ kind: { const: "a" } }, ["kind"]) }, ["to"]),
          object({ to: object({ kind: nothing }) }),
        ],
        [object({ a: text }, ["a"]), object({ b: text }, ["b"], { additionalProperties: false })],
        [object({ a: text }, ["a"], { unevaluatedProperties: false }), object({ b: text }, ["b"])],
        [{ enum: ["a", "b"] }, { const: "c" }, { ...text, minLength: 2 }, { type: "null" }],
      ].map((members): Pair => [{ anyOf: members }, { oneOf: members }, FINE, FINE]),
      [
        { oneOf: [object({ a: text }), object({ b: text })] },
        { oneOf: [object({ b: text }), object({ a: text })] },
        FINE,
        FINE,
      ],
      // the other alternatives are the same
      [
        { anyOf: [{ oneOf: [{}, {}] }, nothing] },
        { anyOf: [{ oneOf: [{}, {}] }, { ...nothing, description: "words" }, text] },
        FINE,
        FINE,
      ],
    ],
  },
  {
    change: "a limit that is new, or tighter",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [number, { ...number, minimum: 0 }, ...narrows("the body now has minimum 0")],
      [
        { ...number, minimum: 0 },
        { ...number, minimum: 1 },
        ...narrows("the body has minimum 1 instead of 0"),
      ],
      [number, { ...number, maximum: 9 }, ...narrows("the body now has maximum 9")],
      [
        { ...number, maximum: 9 },
        { ...number, maximum: 8 },
        ...narrows("the body has maximum 8 instead of 9"),
      ],
      [number, { ...number, exclusiveMaximum: 9 }, ...narrows("the body now has exclusiveMaximum 9")],
      [
        { ...number, exclusiveMinimum: 0 },
        { ...number, exclusiveMinimum: 1 },
        ...narrows("the body has exclusiveMinimum 1 instead of 0"),
      ],
      [text, { ...text, minLength: 1 }, ...narrows("the body now has minLength 1")],
      [
        { ...text, minLength: 1 },
        { ...text, minLength: 2 },
        ...narrows("the body has minLength 2 instead of 1"),
      ],
      [text, { ...text, maxLength: 9 }, ...narrows("the body now has maxLength 9")],
      [
        { ...text, maxLength: 9 },
        { ...text, maxLength: 8 },
        ...narrows("the body has maxLength 8 instead of 9"),
      ],
      [list(text), list(text, { minItems: 1 }), ...narrows("the body now has minItems 1")],
      [
        list(text, { maxItems: 9 }),
        list(text, { maxItems: 8 }),
        ...narrows("the body has maxItems 8 instead of 9"),
      ],
      [
        { type: "object" },
        { type: "object", minProperties: 1 },
        ...narrows("the body now has minProperties 1"),
      ],
      [
        { type: "object", maxProperties: 9 },
        { type: "object", maxProperties: 8 },
        ...narrows("the body has maxProperties 8 instead of 9"),
      ],
      [
        list(text, { contains: text }),
        list(text, { contains: text, minContains: 2 }),
        ...narrows("the body has minContains 2 instead of 1"),
      ],
      [
        list(text, { contains: text, maxContains: 3 }),
        list(text, { contains: text, maxContains: 2 }),
        ...narrows("the body has maxContains 2 instead of 3"),
      ],
      // a limit is tightened
      [{ ...whole, minimum: 1 }, { ...whole, minimum: 2 }, ...narrows("the body has minimum 2 instead of 1")],
    ],
  },
  {
    change: "a limit that is lifted, or looser",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [{ ...number, minimum: 0 }, number, ...widens("the body no longer has minimum 0")],
      [
        { ...number, minimum: 1 },
        { ...number, minimum: 0 },
        ...widens("the body has minimum 0 instead of 1"),
      ],
      [{ ...number, maximum: 9 }, number, ...widens("the body no longer has maximum 9")],
      [
        { ...number, maximum: 8 },
        { ...number, maximum: 9 },
        ...widens("the body has maximum 9 instead of 8"),
      ],
      [
        { ...number, exclusiveMaximum: 8 },
        { ...number, exclusiveMaximum: 9 },
        ...widens("the body has exclusiveMaximum 9 instead of 8"),
      ],
      [{ ...text, minLength: 1 }, text, ...widens("the body no longer has minLength 1")],
      [
        { ...text, maxLength: 8 },
        { ...text, maxLength: 9 },
        ...widens("the body has maxLength 9 instead of 8"),
      ],
      [{ ...text, maxLength: 9 }, text, ...widens("the body no longer has maxLength 9")],
      [
        list(text, { minItems: 2 }),
        list(text, { minItems: 1 }),
        ...widens("the body has minItems 1 instead of 2"),
      ],
      [list(text, { maxItems: 9 }), list(text), ...widens("the body no longer has maxItems 9")],
      [
        { type: "object", minProperties: 2 },
        { type: "object", minProperties: 1 },
        ...widens("the body has minProperties 1 instead of 2"),
      ],
      [
        { type: "object", maxProperties: 9 },
        { type: "object" },
        ...widens("the body no longer has maxProperties 9"),
      ],
      [
        list(text, { contains: text, minContains: 2 }),
        list(text, { contains: text, minContains: 1 }),
        ...widens("the body has minContains 1 instead of 2"),
      ],
      [
        list(text, { contains: text, maxContains: 2 }),
        list(text, { contains: text }),
        ...widens("the body no longer has maxContains 2"),
      ],
      // a limit is loosened
      [{ ...whole, maximum: 1 }, { ...whole, maximum: 2 }, ...widens("the body has maximum 2 instead of 1")],
      // an exclusive limit of integers becomes one of numbers
      [
        { ...whole, exclusiveMinimum: 0 },
        { ...number, exclusiveMinimum: 0.5 },
        [
          "the body may now be a number that is not an integer",
          "the body has exclusiveMinimum 0.5 instead of minimum 1",
        ].join("\n"),
        [
          "BREAKING the body may now be a number that is not an integer",
          "BREAKING the body has exclusiveMinimum 0.5 instead of minimum 1",
        ].join("\n"),
      ],
      // numbers beyond JavaScript's integers have limits
      [{ ...number, maximum: 2 ** 60 }, number, ...widens(`the body no longer has maximum ${2 ** 60}`)],
      // a list may be longer
      [
        { type: "array", maxItems: 1 },
        { type: "array", maxItems: 2 },
        ...widens("the body has maxItems 2 instead of 1"),
      ],
    ],
  },
  {
    change: "`minimum: 0` becomes `exclusiveMinimum: 0`, and so at the other end",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      // a limit of numbers becomes exclusive
      [
        { ...number, minimum: 0 },
        { ...number, exclusiveMinimum: 0 },
        ...narrows("the body has exclusiveMinimum 0 instead of minimum 0"),
      ],
      [
        { ...whole, minimum: 0 },
        { ...whole, exclusiveMinimum: 0 },
        ...narrows("the body has minimum 1 instead of 0"),
      ],
      [
        { ...number, maximum: 9 },
        { ...number, exclusiveMaximum: 9 },
        ...narrows("the body has exclusiveMaximum 9 instead of maximum 9"),
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
        ...widens("the body has minimum 0 instead of exclusiveMinimum 0"),
      ],
      [
        { ...whole, exclusiveMaximum: 9 },
        { ...whole, maximum: 9 },
        ...widens("the body has maximum 9 instead of 8"),
      ],
      [
        { ...number, exclusiveMaximum: 9 },
        { ...number, maximum: 9 },
        ...widens("the body has maximum 9 instead of exclusiveMaximum 9"),
      ],
      // an exclusive upper limit of numbers includes it
      [
        { ...number, exclusiveMaximum: 0 },
        { ...number, maximum: 0 },
        ...widens("the body has maximum 0 instead of exclusiveMaximum 0"),
      ],
    ],
  },
  {
    change: "a limit that leaves the same values",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      // an exclusive limit says the same of integers
      [{ ...whole, minimum: 1 }, { ...whole, exclusiveMinimum: 0 }, FINE, FINE],
      [{ ...whole, exclusiveMaximum: 10 }, { ...whole, maximum: 9 }, FINE, FINE],
      [{ ...whole, minimum: 0.5 }, { ...whole, minimum: 1 }, FINE, FINE],
      [text, { ...text, minLength: 0 }, FINE, FINE],
      [list(text, { minItems: 0 }), list(text), FINE, FINE],
      [list(text, { contains: text }), list(text, { contains: text, minContains: 1 }), FINE, FINE],
      [{ ...number, minimum: 1 }, { ...number, minimum: 1, exclusiveMinimum: 0 }, FINE, FINE],
      // an exclusive upper limit says the same of integers
      [{ ...whole, maximum: 1 }, { ...whole, exclusiveMaximum: 2 }, FINE, FINE],
      // a limit that another one makes idle
      [{ ...number, exclusiveMinimum: 5 }, { ...number, exclusiveMinimum: 5, minimum: 1 }, FINE, FINE],
      // a fraction limits integers as the next one does
      [{ ...whole, minimum: 0.5, maximum: 2.5 }, { ...whole, minimum: 1, maximum: 2 }, FINE, FINE],
      // the limits of JavaScript's integers are none
      [{ ...whole, maximum: Number.MAX_SAFE_INTEGER }, whole, FINE, FINE],
      // a least length of nothing
      [{ ...text, minLength: 0 }, text, FINE, FINE],
    ],
  },
  {
    change: "a format of numbers that holds more: `int32` to `int64`",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      // a wider format of numbers
      [
        { ...whole, format: "int32" },
        { ...whole, format: "int64" },
        ...widens(`the body has format "int64" instead of "int32"`),
      ],
      [
        { ...number, format: "float" },
        { ...number, format: "double" },
        ...widens(`the body has format "double" instead of "float"`),
      ],
      [
        { ...whole, format: "uint16" },
        { ...whole, format: "int32" },
        ...widens(`the body has format "int32" instead of "uint16"`),
      ],
      // a format of numbers is removed
      [{ ...whole, format: "int64" }, whole, ...widens(`the body no longer has format "int64"`)],
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
        ...narrows(`the body has format "int32" instead of "int64"`),
      ],
      // a narrower format of numbers
      [
        { ...number, format: "double" },
        { ...number, format: "float" },
        ...narrows(`the body has format "float" instead of "double"`),
      ],
      [
        { ...whole, format: "int32" },
        { ...whole, format: "uint16" },
        ...narrows(`the body has format "uint16" instead of "int32"`),
      ],
      [whole, { ...whole, format: "int64" }, ...narrows(`the body now has format "int64"`)],
    ],
  },
  {
    change: "a pattern or a format that is new",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      // a pattern is added
      [text, { ...text, pattern: "^a" }, ...narrows(`the body now has pattern "^a"`)],
      // a format is added
      [text, { ...text, format: "email" }, ...narrows(`the body now has format "email"`)],
      [
        { ...text, pattern: "^a" },
        { ...text, pattern: "^a", format: "uuid" },
        ...narrows(`the body now has format "uuid"`),
      ],
      [
        cat({ mail: text }),
        cat({ mail: { ...text, format: "email" } }),
        ...narrows(`property "mail" now has format "email"`),
      ],
    ],
  },
  {
    change: "a pattern or a format that is lifted",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      // a pattern is removed
      [{ ...text, pattern: "^a" }, text, ...widens(`the body no longer has pattern "^a"`)],
      [{ ...text, format: "email" }, text, ...widens(`the body no longer has format "email"`)],
      [list({ ...text, format: "uuid" }), list(text), ...widens(`property "[]" no longer has format "uuid"`)],
    ],
  },
  {
    change: "another pattern, or another format of texts",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      // another pattern
      [
        { ...text, pattern: "^a" },
        { ...text, pattern: "^b" },
        ...both(`the body has pattern "^b" instead of "^a"`),
      ],
      // a pattern and values: no pattern is tried on a value
      [
        { ...text, pattern: "^a" },
        { enum: ["ab"] },
        breaking([`the body may no longer be a string other than "ab"`]) +
          `\nthe body no longer has pattern "^a"`,
        `the body may no longer be a string other than "ab"\n` +
          breaking([`the body no longer has pattern "^a"`]),
      ],
      [
        { enum: ["a"] },
        { ...text, pattern: "(" },
        `the body may now be a string other than "a"\n` + breaking([`the body now has pattern "("`]),
        breaking([`the body may now be a string other than "a"`]) + `\nthe body now has pattern "("`,
      ],
      [
        { enum: ["a", "b"], pattern: "^a" },
        { enum: ["a", "b"], pattern: "^b" },
        ...both(`the body has pattern "^b" instead of "^a"`),
      ],
      [
        { ...text, format: "date" },
        { ...text, format: "date-time" },
        ...both(`the body has format "date-time" instead of "date"`),
      ],
      [
        { ...whole, format: "int32" },
        { ...whole, format: "uint32" },
        ...both(`the body has format "uint32" instead of "int32"`),
      ],
      // another format of numbers that nobody knows
      [
        { ...number, format: "decimal" },
        { ...number, format: "fraction" },
        ...both(`the body has format "fraction" instead of "decimal"`),
      ],
    ],
  },
  {
    change: "a step that is new, or a multiple of what it was",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      // a step is added
      [whole, { ...whole, multipleOf: 2 }, ...narrows("the body now has multipleOf 2")],
      [
        { ...whole, multipleOf: 2 },
        { ...whole, multipleOf: 4 },
        ...narrows("the body has multipleOf 4 instead of 2"),
      ],
      [
        { ...number, multipleOf: 0.01 },
        { ...number, multipleOf: 0.1 },
        ...narrows("the body has multipleOf 0.1 instead of 0.01"),
      ],
    ],
  },
  {
    change: "a step that is lifted, or divides what it was",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      // a step is removed
      [{ ...whole, multipleOf: 2 }, whole, ...widens("the body no longer has multipleOf 2")],
      // a wider step
      [
        { ...whole, multipleOf: 4 },
        { ...whole, multipleOf: 2 },
        ...widens("the body has multipleOf 2 instead of 4"),
      ],
    ],
  },
  {
    change: "a step of which neither divides the other",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      // steps that do not meet
      [
        { ...whole, multipleOf: 2 },
        { ...whole, multipleOf: 3 },
        ...both("the body has multipleOf 3 instead of 2"),
      ],
    ],
  },
  {
    change: "items have to differ now",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [list(text), list(text, { uniqueItems: true }), ...narrows("the body now has uniqueItems true")],
      [
        list(text, { uniqueItems: false }),
        list(text, { uniqueItems: true }),
        ...narrows("the body now has uniqueItems true"),
      ],
      // a list's items have to differ
      [
        { type: "array" },
        { type: "array", uniqueItems: true },
        ...narrows("the body now has uniqueItems true"),
      ],
    ],
  },
  {
    change: "items may be alike now",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [list(text, { uniqueItems: true }), list(text), ...widens("the body no longer has uniqueItems true")],
      [
        list(text, { uniqueItems: true }),
        list(text, { uniqueItems: false }),
        ...widens("the body no longer has uniqueItems true"),
      ],
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
        ...narrows(`property "[0]" may no longer be null`),
      ],
      [
        { type: "array" },
        { type: "array", prefixItems: [text] },
        ...narrows(`property "[0]" was anything and is now a string`),
      ],
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
        ...widens(`property "[0]" may now be null`),
      ],
      [
        { type: "array", prefixItems: [text] },
        { type: "array" },
        ...widens(`property "[0]" was a string and may now be anything`),
      ],
    ],
  },
  {
    change: "a rule that nobody can weigh is new",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      // a finer rule that nobody can judge
      [text, { ...text, not: { const: "a" } }, ...narrows(`the body now has not {"const":"a"}`)],
      [
        cat({}),
        { ...cat({}), if: { required: ["a"] }, then: { required: ["b"] } },
        ...narrows(`the body now has if {"required":["a"]}`, `the body now has then {"required":["b"]}`),
      ],
      [
        list(text),
        list(text, { contains: { const: "a" } }),
        ...narrows(`the body now has contains {"const":"a"}`),
      ],
      [
        cat({}),
        { ...cat({}), dependentRequired: { a: ["b"] } },
        ...narrows(`the body now has dependentRequired {"a":["b"]}`),
      ],
      [
        cat({}),
        { ...cat({}), dependentSchemas: { a: { required: ["b"] } } },
        ...narrows(`the body now has dependentSchemas {"a":{"required":["b"]}}`),
      ],
      [
        cat({}),
        { ...cat({}), propertyNames: { maxLength: 3 } },
        ...narrows(`the body now has propertyNames {"maxLength":3}`),
      ],
      [
        cat({}),
        { ...cat({}), patternProperties: { "^x": text } },
        ...narrows(`the body now has patternProperties {"^x":{"type":"string"}}`),
      ],
      [
        cat({}),
        { ...cat({}), unevaluatedProperties: false },
        ...narrows("the body may no longer have other properties"),
      ],
      [
        text,
        { ...text, contentMediaType: "application/json" },
        ...narrows(`the body now has contentMediaType "application/json"`),
      ],
    ],
  },
  {
    change: "a rule that nobody can weigh is lifted",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [{ ...text, not: { const: "a" } }, text, ...widens(`the body no longer has not {"const":"a"}`)],
      [
        { ...cat({}), dependentRequired: { a: ["b"] } },
        cat({}),
        ...widens(`the body no longer has dependentRequired {"a":["b"]}`),
      ],
      [
        { ...cat({}), propertyNames: { maxLength: 3 } },
        cat({}),
        ...widens(`the body no longer has propertyNames {"maxLength":3}`),
      ],
      [
        { ...cat({}), patternProperties: { "^x": text } },
        cat({}),
        ...widens(`the body no longer has patternProperties {"^x":{"type":"string"}}`),
      ],
      [
        list(text, { contains: { const: "a" } }),
        list(text),
        ...widens(`the body no longer has contains {"const":"a"}`),
      ],
      [
        { ...text, contentEncoding: "base64" },
        text,
        ...widens(`the body no longer has contentEncoding "base64"`),
      ],
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
        ...both(`the body has not {"const":"b"} instead of {"const":"a"}`),
      ],
      [
        { ...cat({}), patternProperties: { "^x": text } },
        { ...cat({}), patternProperties: { "^x": whole } },
        ...both(
          `the body has patternProperties {"^x":{"type":"integer"}} instead of {"^x":{"type":"string"}}`,
        ),
      ],
      [
        list(text, { contains: { const: "a" } }),
        list(text, { contains: { const: "b" } }),
        ...both(`the body has contains {"const":"b"} instead of {"const":"a"}`),
      ],
      [
        { ...text, contentEncoding: "base64" },
        { ...text, contentEncoding: "base64url" },
        ...both(`the body has contentEncoding "base64url" instead of "base64"`),
      ],
    ],
  },
  {
    change: "a property that servers alone send (`readOnly`) is removed",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      ...[
        { ...text, readOnly: true },
        { allOf: [{ ...text, readOnly: true }], description: "by the server" },
        { anyOf: [{ ...text, readOnly: true }, nothing] },
        { oneOf: [{ allOf: [{ ...text, readOnly: true }] }, { const: null }] },
      ].map((id): Pair => [cat({ id }), cat({}), FINE, `BREAKING property "id" was removed`]),
    ],
  },
  {
    change: "a property that clients alone send (`writeOnly`) is added, and is required",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [
        cat({}),
        cat({ code: { ...text, writeOnly: true } }, ["code"]),
        `BREAKING property "code" was added, and is required`,
        FINE,
      ],
    ],
  },
  {
    change: "a default is another, or is gone",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      // another default
      [
        { ...text, default: "a" },
        { ...text, default: "b" },
        `BREAKING the body has the default "b" instead of "a"`,
        FINE,
      ],
      [{ ...whole, default: 20 }, whole, "BREAKING the body no longer has the default 20", FINE],
      [
        { ...truth, default: true },
        { ...truth, default: false },
        "BREAKING the body has the default false instead of true",
        FINE,
      ],
      // a default is removed
      [{ ...text, default: "a" }, text, `BREAKING the body no longer has the default "a"`, FINE],
    ],
  },
  {
    change: "a default is added",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [text, { ...text, default: "a" }, `the body now has the default "a"`, FINE],
      [list(text), list(text, { default: [] }), "the body now has the default []", FINE],
    ],
  },
  {
    change: "a required property that has a default is added, or becomes required",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [
        cat({}),
        cat({ amount: { ...whole, default: 1 } }, ["amount"]),
        `property "amount" was added`,
        `property "amount" was added, and is required`,
      ],
      [
        cat({ amount: { allOf: [whole], default: 1 } }),
        cat({ amount: { allOf: [whole], default: 1 } }, ["amount"]),
        FINE,
        `property "amount" became required`,
      ],
    ],
  },
  {
    change: "a discriminator names another property, or another schema for a value",
    inRequest: "breaks",
    inResponse: "breaks",
    pairs: [
      [
        discriminated({ propertyName: "kind" }),
        discriminated({ propertyName: "type" }),
        ...both(`the body has the discriminator "type" instead of "kind"`),
      ],
      [
        discriminated({ propertyName: "kind", mapping: { a: "#/components/schemas/Dog", b: "Fox" } }),
        discriminated({ propertyName: "kind", mapping: { a: "Fox", b: "Dog" } }),
        ...both(
          `the body has Fox for "a" of its discriminator instead of Dog`,
          `the body has Dog for "b" of its discriminator instead of Fox`,
        ),
      ],
      [
        discriminated({ propertyName: "kind", mapping: { a: "https://example.org/Cat", b: "Fox" } }),
        discriminated({ propertyName: "kind", mapping: { a: "Fox", b: "Fox" } }),
        ...both(`the body has Fox for "a" of its discriminator instead of Cat`),
      ],
      [
        { anyOf: [cat({}), named({})], discriminator: { propertyName: "kind", mapping: { a: "Dog" } } },
        { anyOf: [cat({}), named({})], discriminator: { propertyName: "kind", mapping: { a: "Fox" } } },
        ...both(`the body has Fox for "a" of its discriminator instead of Dog`),
      ],
    ],
  },
  {
    change: "a discriminator has a value no more, but the schema is still a member",
    inRequest: "breaks",
    inResponse: "fine",
    pairs: [
      [
        discriminated({ propertyName: "kind", mapping: { a: "Dog", b: "Dog" } }),
        discriminated({ propertyName: "kind", mapping: { a: "#/components/schemas/Dog" } }),
        ...narrows(`the body no longer has Dog for "b" of its discriminator`),
      ],
    ],
  },
  {
    change: "a discriminator has one value more for a member, or there is none any more",
    inRequest: "fine",
    inResponse: "breaks",
    pairs: [
      [
        discriminated({ propertyName: "kind", mapping: { a: "Dog" } }),
        discriminated({ propertyName: "kind", mapping: { a: "Dog", b: "Dog" } }),
        ...widens(`the body now has Dog for "b" of its discriminator`),
      ],
      [
        discriminated({ propertyName: "kind" }),
        discriminated(undefined),
        ...widens(`the body no longer has the discriminator "kind"`),
      ],
    ],
  },
  {
    change: "a discriminator is added, or is written another way",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [
        discriminated(undefined),
        discriminated({ propertyName: "kind" }),
        ...harmless(`the body now has the discriminator "kind"`),
      ],
      [
        discriminated({ propertyName: "kind" }),
        discriminated({ propertyName: "kind", mapping: { Dog: "#/components/schemas/Dog" } }),
        FINE,
        FINE,
      ],
    ],
  },
  {
    change: "titles, descriptions and examples",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [text, { ...text, title: "Name" }, FINE, FINE],
      [text, { ...text, description: "A name", examples: ["Tom"] }, FINE, FINE],
      [cat({}), { ...cat({}), $comment: "a cat", deprecated: true, "x-own": 1 }, FINE, FINE],
      [text, { ...text, title: "Name", description: "A name", examples: ["Tom"] }, FINE, FINE],
    ],
  },
  {
    change: "the same values, written another way",
    inRequest: "fine",
    inResponse: "fine",
    pairs: [
      [{ const: "a" }, { enum: ["a"] }, FINE, FINE],
      // null by anyOf becomes null by a list of types
      [{ anyOf: [text, nothing] }, { type: ["string", "null"] }, FINE, FINE],
      // members in another order
      [{ oneOf: [text, whole] }, { anyOf: [whole, text] }, FINE, FINE],
      [{ enum: ["a", "b"] }, { ...text, enum: ["b", "a"] }, FINE, FINE],
      // a boolean becomes an enum of both
      [truth, { enum: [false, true] }, FINE, FINE],
      [cat({ age: whole }), { allOf: [cat({}), { type: "object", properties: { age: whole } }] }, FINE, FINE],
      // a schema that says nothing of types
      ...[
        { minLength: 0 },
        { properties: {} },
        { items: {} },
        { additionalProperties: true },
        { propertyNames: {} },
        { propertyNames: true },
        { patternProperties: { "^x": {}, "^y": true } },
        { not: false },
        { type: ["string", "number", "boolean", "object", "array", "null"] },
        { anyOf: [text, number, truth, object({}), list(true), nothing] },
        { oneOf: [text, number, truth, { type: ["object", "array"] }, nothing] },
      ].flatMap((anything): readonly Pair[] => [
        [anything, {}, FINE, FINE],
        [{}, anything, FINE, FINE],
      ]),
      // integers by a step
      [{ ...number, multipleOf: 1 }, whole, FINE, FINE],
      [whole, { ...number, multipleOf: 1 }, FINE, FINE],
      [{ ...number, multipleOf: 6 }, { allOf: [{ ...whole, multipleOf: 2 }, { multipleOf: 3 }] }, FINE, FINE],
      // other properties are refused by either keyword
      [
        object({ a: text }, [], { unevaluatedProperties: false }),
        object({ a: text }, [], { additionalProperties: false }),
        FINE,
        FINE,
      ],
      [
        object({ a: text }, [], { additionalProperties: text }),
        object({ a: text }, [], { additionalProperties: text, unevaluatedProperties: false }),
        FINE,
        FINE,
      ],
      // true stands for {}
      [true, {}, FINE, FINE],
      [text, { allOf: [text] }, FINE, FINE],
      // null by a list of types becomes null by oneOf
      [{ type: ["string", "null"] }, { oneOf: [nothing, text] }, FINE, FINE],
      // values in another order
      [{ enum: ["a", "b"] }, { enum: ["b", "a"] }, FINE, FINE],
      // a constant becomes an enum of it
      [{ const: "a" }, { type: "string", enum: ["a"] }, FINE, FINE],
      // two constants at once are the values of both
      [{ allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }, { const: "b" }, FINE, FINE],
      // an integer that is also a number is an integer
      [{ allOf: [{ type: "number" }, whole] }, whole, FINE, FINE],
      // a format that another one makes idle
      [
        { allOf: [{ ...whole, format: "int32" }, { format: "int64" }] },
        { ...whole, format: "int32" },
        FINE,
        FINE,
      ],
      // allOf takes apart what was one
      [
        named({ age: whole }, ["name"]),
        { allOf: [object({ name: text }, ["name"]), object({ age: whole })] },
        FINE,
        FINE,
      ],
      // other items are not judged again
      [{ type: "array", unevaluatedItems: true }, { type: "array", uniqueItems: false }, FINE, FINE],
      // an item with a place follows another
      [
        { type: "array", prefixItems: [text], items: whole },
        { type: "array", prefixItems: [text, whole], items: whole },
        FINE,
        FINE,
      ],
      // required is no list
      [{ ...object({ a: text }), required: "a" }, object({ a: text }), FINE, FINE],
    ],
  },
];
