import { Each, Rename, Versioned, WithBody, WithResponse, type Schema } from "versioned-controllers";
import { z } from "zod";
import { appWith, askAs, Born, V } from "./cats";

/* An open schema lets every member through. One with a name of another version is not the renamed member. */

const role = z.enum(["user", "admin"]).optional();
const text = { type: "string" };
const open = (name: string, more: object = {}): Schema => ({
  type: "object",
  properties: { name: text, [name]: text },
  ...more,
});

const history = (newer: unknown, older: unknown, ...more: Parameters<typeof Rename>[2][]) =>
  Versioned(newer as Schema).Before(Born, older as Schema, Rename("kind", "role", ...more) as never);

const Loose = history(
  z.looseObject({ name: z.string(), role }),
  z.looseObject({ name: z.string(), kind: role }),
);
const Catchall = history(
  z.object({ name: z.string(), role }).catchall(z.string()),
  z.object({ name: z.string(), kind: role }).catchall(z.string()),
);
const Plain = history(open("role"), open("kind"));
const Without = history(
  z.looseObject({ name: z.string(), role, level: z.string().optional() }),
  z.looseObject({ name: z.string(), kind: role }),
  { Without: ["level"] },
);
const Within = Loose.Within(["users", Each], (one) => z.object({ users: z.array(one as never) }) as never);
const Some = Loose.Within(
  [],
  (one) => (one as unknown as z.ZodObject).extend({ more: z.string().optional() }) as never,
);
const Union = history(
  z.union([z.looseObject({ name: z.string(), role }), z.looseObject({ id: z.int(), role: z.string() })]),
  z.union([
    z.looseObject({ name: z.string(), kind: role }),
    z.looseObject({ id: z.int(), role: z.string() }),
  ]),
);
const Patterns = history(open("role"), open("kind", { patternProperties: { "^role$": text } }));

interface Asked {
  readonly history: unknown;
  readonly sent: unknown;
}

/** What the handler is given of a body of version 1, and what version 1 is sent of the same value. */
async function exchanged({ history: of, sent }: Asked) {
  let got: unknown;
  const { app } = appWith((one) =>
    one
      .Post("/users", (req) => (got = req.body as unknown) && undefined, V.Since("1"), WithBody(of as never))
      .Get("/users", () => sent as never, V.Since("1"), WithResponse(200, of as never)),
  );
  const ask = await askAs(app);
  await ask("1", "POST /users", sent);
  return { got, told: (await ask("1", "GET /users")).json };
}

it.each<[what: string, history: unknown, sent: unknown, got: unknown]>([
  ["of a loose object", Loose, { name: "n", role: "admin" }, { name: "n" }],
  [
    "of a loose object beside the older name",
    Loose,
    { kind: "user", name: "n", role: "admin" },
    { role: "user", name: "n" },
  ],
  ["of an object with a catchall", Catchall, { name: "n", role: "admin" }, { name: "n" }],
  ["of an open plain JSON Schema", Plain, { name: "n", role: "admin" }, { name: "n" }],
  ["and those of Without", Without, { name: "n", role: "admin", level: "9" }, { name: "n" }],
  ["within a list", Within, { users: [{ name: "n", role: "admin" }] }, { users: [{ name: "n" }] }],
  ["of some members of an object", Some, { name: "n", role: "admin", more: "m" }, { name: "n", more: "m" }],
])("an older request cannot set a member by its newer name: %s", async (_what, of, sent, got) => {
  expect((await exchanged({ history: of, sent })).got).toEqual(got);
});

it.each<[what: string, history: unknown, sent: unknown, told: unknown]>([
  ["of a loose object", Loose, { name: "n", kind: "admin" }, { name: "n" }],
  ["of an object with a catchall", Catchall, { name: "n", kind: "admin" }, { name: "n" }],
  ["within a list", Within, { users: [{ name: "n", kind: "admin" }] }, { users: [{ name: "n" }] }],
])("an older answer has no newer extra member by its older name: %s", async (_what, of, sent, told) => {
  expect((await exchanged({ history: of, sent })).told).toEqual(told);
});

it.each<[what: string, history: unknown, sent: object]>([
  ["another alternative", Union, { id: 1, role: "anything" }],
  ["a pattern", Patterns, { name: "n", role: "admin" }],
])("but it may if %s of the older schema names that member", async (_what, of, sent) => {
  expect((await exchanged({ history: of, sent })).got).toEqual(sent);
});

it("and other members of an open schema stay", async () => {
  const sent = { name: "n", kind: "user", other: 1 };
  const { got, told } = await exchanged({ history: Loose, sent });
  expect([got, told]).toEqual([
    { name: "n", role: "user", other: 1 },
    { name: "n", other: 1 },
  ]);
});
