import { createServer } from "node:http";
import express, { type Application, type Request, type Response } from "express";
import fc from "fast-check";
import {
  App,
  DefineVersions,
  Each,
  Rename,
  Since,
  Versioned,
  VersioningHeader,
  WithResponse,
} from "versioned-controllers";
import { often } from "../support/runs";
import { listen } from "../support/serve";

/* The model: what a value may be, and what is left of one. */

type Type =
  | { readonly is: "text" | "number" | "boolean" }
  | { readonly is: "list" | "record" | "nullable"; readonly of: Type }
  | { readonly is: "tuple" | "either"; readonly of: readonly Type[] }
  | { readonly is: "object"; readonly members: Members }
  | { readonly is: "tagged"; readonly of: Readonly<Record<"cat" | "dog", Members>> };
type Members = Readonly<Record<string, Type>>;
type JSONObject = Readonly<Record<string, unknown>>;

const text: Type = { is: "text" };

class Refused extends Error {}

/** What a client may be sent of a JSON value. */
function leftOf(type: Type, json: unknown): unknown {
  if (json === null || typeof json === "boolean") return json;
  switch (type.is) {
    case "nullable":
      return leftOf(type.of, json);
    case "either":
      return leftOf(type.of.find((one) => kindsOf(one).includes(kindOf(json))) ?? refuse(), json);
    case "tagged": {
      const members = Object.entries(type.of).find(([tag]) => isObject(json) && json.kind === tag)?.[1];
      return leftOf({ is: "object", members: members ? { ...members, kind: text } : refuse() }, json);
    }
    case "list":
      return Array.isArray(json) ? json.map((item) => leftOf(type.of, item)) : refuse();
    case "tuple":
      return Array.isArray(json) ? json.map((item, i) => leftOf(type.of[i] ?? nothing, item)) : refuse();
    case "record":
      return isObject(json) ? membersOf(json, () => type.of) : refuse();
    case "object":
      return isObject(json) ? membersOf(json, (name) => type.members[name]) : refuse();
    case "text":
    case "number":
    case "boolean":
      return kindOf(json) === "text" ? json : refuse();
  }
}

const nothing: Type = { is: "either", of: [] };

function refuse(): never {
  throw new Refused();
}

function isObject(json: unknown): json is JSONObject {
  return kindOf(json) === "object";
}

/** A number is what a text is. */
function kindOf(json: unknown): "object" | "list" | "text" {
  return typeof json !== "object" ? "text" : Array.isArray(json) ? "list" : "object";
}

function kindsOf(type: Type): readonly string[] {
  return { object: ["object"], list: ["list"] }[type.is as string] ?? ["text"];
}

function membersOf(json: JSONObject, typeOf: (name: string) => Type | undefined): JSONObject {
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, member]) => {
      const type = typeOf(name);
      return type ? [[name, leftOf(type, member)]] : [];
    }),
  );
}

/** A thing that was `old` before version 2, and has an `extra` since version 3. */
interface Thing {
  readonly now: Type;
  readonly extra: Type;
  readonly same: Type;
  readonly isList: boolean;
}

function typeIn(version: string, { now, extra, same, isList }: Thing): Type {
  const members = {
    "1": { old: now, same },
    "2": { now, same },
    "3": { now, extra, same },
  }[version];
  const one: Type = { is: "object", members: members ?? {} };
  return isList ? { is: "list", of: one } : one;
}

/** The JSON that a version is sent, or Refused. */
function sent(version: string, thing: Thing, value: unknown): unknown {
  const left = leftOf(typeIn("3", thing), JSON.parse(JSON.stringify(value)));
  if (version === "3") return left;
  // A boolean passes what closes members out, but no Down takes it for an object.
  const down = (one: unknown): unknown => {
    if (!isObject(one)) return refuse();
    const { now, same } = one;
    const kept = same === undefined ? {} : { same };
    return now === undefined ? kept : { [version === "1" ? "old" : "now"]: now, ...kept };
  };
  const turned = Array.isArray(left)
    ? left.map((one) => (one === null ? null : down(one)))
    : down(left ?? refuse());
  return leftOf(typeIn(version, thing), thing.isList && !Array.isArray(left) ? left : turned);
}

/* Whatever may come of a database, more or less as it was meant. */

const { type } = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Type>(text, { is: "number" }, { is: "boolean" }),
    fc.record({ is: fc.constantFrom("list" as const, "record" as const), of: tie("type") }),
    fc.record({
      is: fc.constant("tuple" as const),
      of: fc.array(tie("type"), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ is: fc.constant("object" as const), members: members(tie("type")) }),
    fc.record({
      is: fc.constant("nullable" as const),
      of: fc.oneof(
        fc.constant(text),
        fc.record({ is: fc.constant("object" as const), members: members(tie("type")) }),
      ),
    }),
    fc.record({
      is: fc.constant("tagged" as const),
      of: fc.record({ cat: members(tie("type")), dog: members(tie("type")) }),
    }),
    fc.record({
      is: fc.constant("either" as const),
      of: fc.subarray<Type>([text, { is: "list", of: text }, { is: "object", members: { a: text } }], {
        minLength: 1,
      }),
    }),
  ),
}));

function members(child: fc.Arbitrary<Type>): fc.Arbitrary<Members> {
  return fc.dictionary(fc.constantFrom("a", "b"), child, { maxKeys: 2 });
}

const leaf = fc.constantFrom<unknown>(
  "s",
  "cat",
  "",
  7,
  NaN,
  true,
  null,
  undefined,
  new Date(0),
  new String("s"),
);
const anyName = fc.constantFrom("a", "b", "kind", "now", "old", "extra", "same", "secret");

const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    leaf,
    fc.dictionary(anyName, tie("anything"), { maxKeys: 3 }),
    fc.array(tie("anything"), { maxLength: 2 }),
    fc.dictionary(anyName, tie("anything"), { maxKeys: 2 }).map((given) => ({ toJSON: () => given })),
  ),
}));

/** As a type says, but for a place now and then. */
function valueOf(type: Type): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: meant(type) }, { weight: 1, arbitrary: anything });
}

function meant(type: Type): fc.Arbitrary<unknown> {
  switch (type.is) {
    case "text":
      return fc.constantFrom("text", 1, new Date(0));
    case "number":
      return fc.constantFrom(1, "1");
    case "boolean":
      return fc.boolean();
    case "list":
      return fc.array(valueOf(type.of), { maxLength: 3 });
    case "record":
      return fc.dictionary(anyName, valueOf(type.of), { maxKeys: 2 });
    case "nullable":
      return fc.option(valueOf(type.of));
    case "tuple":
      return fc
        .tuple(...type.of.map(valueOf))
        .chain((items) => fc.constantFrom(items, items, items, [...items, "x"]));
    case "either":
      return fc.oneof(...type.of.map(valueOf));
    case "object":
      return withSecrets(type.members);
    case "tagged":
      return fc
        .constantFrom("cat" as const, "dog" as const)
        .chain((kind) => withSecrets(type.of[kind]).map((given) => ({ ...given, kind })));
  }
}

function withSecrets(members: Members): fc.Arbitrary<object> {
  const known = Object.fromEntries(Object.entries(members).map(([name, one]) => [name, valueOf(one)]));
  const others = fc.dictionary(anyName, anything, { maxKeys: 2 });
  return fc.tuple(others, fc.record(known)).map(([more, given]) => ({ ...more, ...given }));
}

/* The package: the same by schemas, histories, and every way to answer. */

function schemaOf(type: Type): JSONObject {
  switch (type.is) {
    case "text":
      return { type: "string" };
    case "number":
    case "boolean":
      return { type: type.is };
    case "list":
      return { type: "array", items: schemaOf(type.of) };
    case "record":
      return { type: "object", additionalProperties: schemaOf(type.of) };
    case "tuple":
      return { type: "array", prefixItems: type.of.map(schemaOf), items: false };
    case "nullable":
      return { anyOf: [schemaOf(type.of), { type: "null" }] };
    case "either":
      return { anyOf: type.of.map(schemaOf) };
    case "object":
      return closedObject(type.members);
    case "tagged":
      return {
        oneOf: Object.entries(type.of).map(([kind, members]) => ({
          ...closedObject({ ...members, kind: text }, { kind: { const: kind } }),
          required: ["kind"],
        })),
      };
  }
}

function closedObject(members: Members, more: JSONObject = {}): JSONObject {
  const properties = Object.entries(members).map(([name, one]) => [name, schemaOf(one)] as const);
  return {
    type: "object",
    properties: { ...Object.fromEntries(properties), ...more },
    additionalProperties: false,
  };
}

const V = DefineVersions("1", "2", "3");
const Moved = V.Change("2", "`old` is `now`.");
const Added = V.Change("3", "There is an `extra`.");

function withoutExtra({ ...thing }: Record<string, unknown>): unknown {
  Reflect.deleteProperty(thing, "extra");
  return thing;
}

function historyOf(thing: Thing) {
  const of = (version: string) => schemaOf(typeIn(version, { ...thing, isList: false }));
  const History = Versioned(of("3"))
    .Before(Added, of("2"), {
      Down: withoutExtra,
      Up: (value: object) => value,
    })
    .Before(Moved, of("1"), Rename("old", "now"));
  return thing.isList ? History.Within([Each], (one) => ({ type: "array", items: one })) : History;
}

async function* itemsOf(value: unknown) {
  yield value;
}

const lines = (answer: string): unknown => JSON.parse(answer);
const ways: Readonly<
  Record<string, { handle: (value: unknown, res: Response) => unknown; read: typeof lines }>
> = {
  returned: { handle: (value) => value, read: lines },
  promised: { handle: async (value) => Promise.resolve(value), read: lines },
  items: { handle: (value) => itemsOf(value), read: lines },
  events: {
    handle: (value, res) => (res.type("text/event-stream"), itemsOf(value)),
    read: (answer) => JSON.parse(answer.slice("data: ".length)) as unknown,
  },
  "res.json": { handle: (value, res) => res.json(value), read: lines },
  "res.send": { handle: (value, res) => res.send(value), read: lines },
  "res.jsonp": { handle: (value, res) => res.jsonp(value), read: lines },
};

/** Values that Express does not take for JSON, and for items that are passed over. */
function isSentAsJSON(value: unknown): boolean {
  return typeof value === "object" && value !== null && !JSON.stringify(value).startsWith('"');
}

const situation = fc
  .record({ now: type, extra: type, same: type, isList: fc.boolean() })
  .chain((thing) => fc.record({ thing: fc.constant(thing), value: valueOf(typeIn("3", thing)) }))
  .filter(({ value }) => isSentAsJSON(value));

it("no way of answering sends a version a member that its schema does not name", async () => {
  let current: Application | undefined;
  const { ask } = await listen(
    createServer((req, res) => {
      current?.(req, res);
    }),
  );
  const errors: unknown[] = [];
  const Logger = { warn: () => undefined, error: (fields: unknown) => errors.push(fields) };
  await fc.assert(
    fc.asyncProperty(situation, async ({ thing, value }) => {
      const Versioning = { Type: VersioningHeader, Header: "X-Version", Versions: V.List } as const;
      const app = new App({ Versioning, Logger }, Since("1"));
      const described = WithResponse(200, historyOf(thing));
      for (const [name, { handle }] of Object.entries(ways)) {
        app.Get(`/${name}`, (_req: Request, res: Response) => handle(value, res) as never, described);
      }
      current = express().use(app.Build());
      for (const version of V.List) {
        for (const [name, { read }] of Object.entries(ways)) {
          // In a version with nothing to convert, what a handler sends by `res` goes out as it is.
          if (version === "3" && name.startsWith("res.")) continue;
          errors.length = 0;
          const answer = await ask(`GET /${name}`, { "X-Version": version });
          const got = answer.status === 200 ? read(answer.text) : answer.status;
          expect([version, name, got]).toEqual([version, name, expectedOf(version, thing, value)]);
          expect(errors).toHaveLength(answer.status === 200 ? 0 : 1);
          if (answer.status !== 200) expect(answer.text).toContain("Internal Server Error");
        }
      }
    }),
    often(80),
  );
});

function expectedOf(version: string, thing: Thing, value: unknown): unknown {
  try {
    return sent(version, thing, value);
  } catch (error) {
    if (error instanceof Refused) return 500;
    throw error;
  }
}
