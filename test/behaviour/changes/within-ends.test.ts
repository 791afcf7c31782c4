import { Each, OneOrEach, Versioned, WithBody, WithResponse, type RouteOption } from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { z } from "zod";
import { appWith, askAs, Names, V } from "./cats";

const text = z.string();
const Text = { type: "string" };
const Null = { type: ["string", "null"] };
const nobody = (owner: unknown): unknown => owner ?? "nobody";
const toNull = (owner: unknown): unknown => (owner === "nobody" ? null : owner);
const toAbsent = (owner: unknown): unknown => (owner === "nobody" ? undefined : owner);

/** A history without types, within a member: version 3 has the newer schema, versions 1 and 2 the older one. */
function owned(newer: object, older: object, functions: object, wrap = inMember): object {
  const history = Versioned(newer as z.ZodString).Before(Names, older as z.ZodString, functions);
  return history.Within(["owner"], wrap);
}

const inMember = (owner: object): object =>
  "~standard" in owner
    ? z.object({ owner: owner as z.ZodType })
    : { type: "object", properties: { owner }, required: ["owner"], additionalProperties: false };

const optionalMember = (owner: object): object => ({
  type: "object",
  properties: { owner },
  additionalProperties: false,
});

const nullNow = { Up: toNull, Down: nobody };
const nullThen = { Up: nobody, Down: toNull };
const absentNow = { Up: toAbsent, Down: nobody };
const absentThen = { Up: nobody, Down: toAbsent };

describe("null and absent members at the end of a path are values of a history that takes them", () => {
  it.each<[what: string, schema: object, older: unknown, newer: unknown]>([
    ["made nullable", owned(text.nullable(), text, nullNow), { owner: "nobody" }, { owner: null }],
    ["nullable no more", owned(text, text.nullable(), nullThen), { owner: null }, { owner: "nobody" }],
    ["made optional", owned(text.optional(), text, absentNow), { owner: "nobody" }, {}],
    ["made required", owned(text, text.optional(), absentThen), {}, { owner: "nobody" }],
    ["made nullable in JSON Schema", owned(Null, Text, nullNow), { owner: "nobody" }, { owner: null }],
    ["nullable no more in JSON Schema", owned(Text, Null, nullThen), { owner: null }, { owner: "nobody" }],
    [
      "null by a reference",
      owned({ $ref: "#/$defs/N", $defs: { N: Null } }, Text, nullNow, (owner) =>
        inMember("$ref" in owner ? Null : owner),
      ),
      { owner: "nobody" },
      { owner: null },
    ],
    [
      "null beside text where wrap adds null, of schemas that do not take it",
      owned(text, text, { Up: nobody, Down: nobody }, (owner) =>
        z.object({ owner: (owner as z.ZodString).nullable() }),
      ),
      { owner: null },
      { owner: null },
    ],
    [
      "an absent member where wrap makes it optional, of JSON Schemas",
      owned(Text, Text, { Up: nobody, Down: nobody }, optionalMember),
      {},
      {},
    ],
    ["another value", owned(text.nullable(), text, nullNow), { owner: "Ann" }, { owner: "Ann" }],
  ])("%s", async (_what, schema, older, newer) => {
    const { app, logger } = appWith(
      (one) =>
        one.Post(
          "/cats",
          ((req: { body: unknown }) => ({ ...(req.body as object), seen: undefined })) as never,
          V.Since("1"),
          WithBody(schema) as RouteOption,
          WithResponse(200, schema) as RouteOption,
        ),
      { CheckResponses: true },
    );
    const ask = await askAs(app);
    expect(await ask("3", "POST /cats", newer)).toMatchObject({ status: 200, json: newer });
    expect(await ask("1", "POST /cats", older)).toMatchObject({ status: 200, json: older });
    expect(logger.error).not.toHaveBeenCalled();
    expect(await V.Read(schema as never, "1", older)).toEqual(newer);
    expect(V.Show(schema as never, "1", newer as never)).toEqual(older);
    const stored = V.Stored(schema as never);
    expect(await stored.Read(JSON.stringify({ v: "1", data: older }))).toEqual(newer);
    const webhook = V.Webhook("cat.added", schema as never);
    expect(JSON.parse(webhook.For("1", newer as never).Body)).toEqual(older);
    await CheckChanges(app, { Runs: 20, Seed: 1 });
  });

  const Owner = Versioned(text.nullable()).Before(Names, text, {
    Up: (owner) => owner,
    Down: (owner) => owner ?? "nobody",
  });

  it.each<[what: string, schema: object, newer: unknown, older: unknown]>([
    ["an item", Owner.Within([Each], (o) => z.array(o)), [null, "Ann"], ["nobody", "Ann"]],
    ["a value of a record", Owner.Within([Each], (o) => z.record(text, o)), { a: null }, { a: "nobody" }],
    [
      "one of one or several",
      Owner.Within(["o", OneOrEach], (o) => z.object({ o: z.union([o, z.array(o)]) })),
      { o: null },
      { o: "nobody" },
    ],
    [
      "an item of one or several",
      Owner.Within(["o", OneOrEach], (o) => z.object({ o: z.union([o, z.array(o)]) })),
      { o: [null] },
      { o: ["nobody"] },
    ],
    ["the whole", Owner.Within([], (o) => o), null, "nobody"],
    [
      "within a history of a Within",
      Owner.Within(["o"], (o) => z.object({ o })).Within(["a", Each], (a) => z.object({ a: z.array(a) })),
      { a: [{ o: null }] },
      { a: [{ o: "nobody" }] },
    ],
    [
      "null on the way",
      Owner.Within(["a", "o"], (o) => z.object({ a: z.object({ o }).nullable() })),
      { a: null },
      { a: null },
    ],
  ])("%s", (_what, schema, newer, older) => {
    expect(V.Show(schema as never, "1", newer as never)).toEqual(older);
  });

  it("the older whole has the types of the older history", () => {
    const Cat = Owner.Within(["owner"], (owner) => z.object({ owner }));
    Cat.Before(V.Change("2", "two"), z.object({ o: text }), {
      Up: ({ o }) => ({ owner: o }),
      Down: ({ owner }) => ({ o: owner.toUpperCase() }),
    });
    expect(V.Show(Cat, "1", { owner: null })).toEqual({ owner: "nobody" });
  });

  it("CheckChanges tries undefined where the history takes it", async () => {
    const Bad = Versioned(text.optional()).Before(Names, text, { Down: (owner): string => owner as never });
    const { app } = appWith((one) =>
      one.Get(
        "/cats",
        () => ({}),
        V.Since("1"),
        WithResponse(
          200,
          Bad.Within(["owner"], (owner) => z.object({ owner })),
        ),
      ),
    );
    await expect(CheckChanges(app, { Runs: 5, Seed: 1 })).rejects.toThrow(/responses fit.*for undefined/);
  });
});
