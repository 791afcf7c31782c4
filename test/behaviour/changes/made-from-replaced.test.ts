import * as v from "valibot";
import { z } from "zod";
import * as mini from "zod/mini";
import {
  Each,
  Since,
  Until,
  Versioned,
  VersionNeutral,
  WithBody,
  WithQuery,
  WithResponse,
  WithVersion,
  type App,
  type RouteOption,
} from "versioned-controllers";
import { appWith, Born, Names } from "./cats";

const price = z.number();
const Plan2 = z.object({ id: z.string(), price });
const Plan3 = Plan2.extend({ credits: z.number(), seats: z.number() }).meta({ id: "Plan" });
const miniPlan2 = mini.object({ id: mini.string(), price: mini.number() });
const miniPlan3 = mini.object({ id: mini.string(), price: mini.number(), credits: mini.number() });
const valibotPlan3 = v.object({ id: v.string(), price: v.number(), credits: v.number() });
const jsonPlan3 = {
  title: "Plan",
  type: "object",
  properties: { id: { type: "string" }, price: { type: "number" }, credits: { type: "number" } },
};
const older = { type: "object", properties: { id: { type: "string" }, price: { type: "number" } } };

/** The history of a schema whose `credits` are new in version 3. */
function historyOf(newest: object, before: object = older): object {
  return Versioned(newest).Before(Names, before, { Up: (one: unknown) => one, Down: (one: unknown) => one });
}

const Plan = historyOf(Plan3, Plan2);

/** The warnings of an App with a history in one route, and another route with what is asked about. */
function warningsWith(options: readonly RouteOption[], history = Plan): readonly string[] {
  const declare = (app: App): unknown =>
    app
      .Post("/plans", () => ({}), Since("1"), WithBody(history), WithResponse(200, history))
      .Post("/other", (): unknown => null, ...(options as []));
  return warningsOf(declare);
}

function warningsOf(declare: (app: App) => unknown): readonly string[] {
  const { app, logger } = appWith(declare);
  app.Build();
  return logger.warn.mock.calls.map((call: readonly unknown[]) => String(call.at(-1)));
}

const told = (shown: string, option = "WithBody"): string =>
  `POST /other: ${option} shows ${shown}, which "A cat's \`name\` is split." replaced: ` +
  'versions before "3" get its newer member "credits"; ' +
  "write the schema that they had, or wrap it by Versioned(schema) if they may have it";

describe("a schema made from a replaced one is warned of by the member that the change brought", () => {
  const more = { more: z.string() };
  it.each<[how: string, schema: object]>([
    ["extend", Plan3.extend(more)],
    ["extend, twice", Plan3.extend(more).extend({ other: z.string() })],
    ["extend, and a name of its own", Plan3.extend(more).meta({ id: "BigPlan" })],
    ["safeExtend", Plan3.safeExtend(more)],
    ["spread", z.object({ ...more, ...Plan3.shape })],
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- applications have it
    ["merge", z.object(more).merge(Plan3)],
    ["pick", Plan3.pick({ id: true, credits: true })],
    ["pick of one member", Plan3.pick({ credits: true })],
    ["omit", Plan3.omit({ id: true, price: true, seats: true })],
    ["partial", Plan3.partial()],
    ["partial, extended", Plan3.partial().extend(more)],
    ["required", Plan3.required()],
    ["strict", Plan3.strict()],
    ["an array", z.array(Plan3.extend(more))],
    [
      "an optional one in a union",
      z.union([z.string(), z.object({ of: Plan3.pick({ credits: true }).optional() })]),
    ],
    ["a reference", z.lazy(() => Plan3.extend(more))],
  ])("zod: %s", (_how, schema) => {
    const made = told("a schema made from Plan", "WithResponse");
    expect(warningsWith([Since("1"), WithResponse(200, schema)])).toEqual([made]);
    expect(warningsWith([Since("1"), WithBody(schema)])).toEqual([told("a schema made from Plan")]);
  });

  const valibotPlan2 = v.object({ id: v.string(), price: v.number() });
  const unnamed = "a schema made from another";
  const made = "a schema made from Plan";
  it.each<[how: string, shown: string, schema: object, newest: object, before: object]>([
    ["zod/mini: extend", unnamed, mini.extend(miniPlan3, more), miniPlan3, miniPlan2],
    ["zod/mini: pick", unnamed, mini.pick(miniPlan3, { credits: true }), miniPlan3, miniPlan2],
    ["zod/mini: partial", unnamed, mini.partial(miniPlan3), miniPlan3, miniPlan2],
    [
      "valibot: entries",
      unnamed,
      v.object({ ...valibotPlan3.entries, x: v.string() }),
      valibotPlan3,
      valibotPlan2,
    ],
    ["valibot: pick", unnamed, v.pick(valibotPlan3, ["credits"]), valibotPlan3, valibotPlan2],
    ["valibot: omit", unnamed, v.omit(valibotPlan3, ["id"]), valibotPlan3, valibotPlan2],
    ["valibot: partial", unnamed, v.partial(valibotPlan3), valibotPlan3, valibotPlan2],
    [
      "valibot: in a list",
      unnamed,
      v.array(v.nullable(v.pick(valibotPlan3, ["id", "credits"]))),
      valibotPlan3,
      valibotPlan2,
    ],
    [
      "JSON Schema: spread",
      made,
      { type: "object", properties: { ...jsonPlan3.properties, x: {} } },
      jsonPlan3,
      older,
    ],
    [
      "JSON Schema: spread with its name",
      made,
      { ...jsonPlan3, properties: { ...jsonPlan3.properties, x: {} } },
      jsonPlan3,
      older,
    ],
    [
      "JSON Schema: one member, with its name",
      "a schema named Plan",
      { ...jsonPlan3, properties: { credits: jsonPlan3.properties.credits } },
      jsonPlan3,
      older,
    ],
  ])("%s", (_how, shown, schema, newest, before) => {
    const warnings = warningsWith([Until("2"), WithResponse(200, schema)], historyOf(newest, before));
    // Valibot and zod/mini describe nothing by themselves.
    const others = warnings.filter((one) => !one.includes("cannot be converted"));
    expect(others).toEqual([told(shown, "WithResponse")]);
  });
});

describe("the change is the latest one that brought a member of the schema", () => {
  const Middle = Plan2.extend({ credits: z.number() });
  const Newest = Middle.extend({ seats: z.number() }).meta({ id: "Plan" });
  const history = Versioned(Newest)
    .Before(Names, Middle, { Up: (one) => ({ ...one, seats: 1 }), Down: (one) => one })
    .Before(Born, Plan2, { Up: (one) => ({ ...one, credits: 1 }), Down: (one) => one });

  it.each<[what: string, since: string, schema: object, changes: readonly string[]]>([
    ["one member", "1", Newest.pick({ credits: true }), [Born.Description]],
    ["one member, since its change", "2", Newest.pick({ credits: true }), []],
    ["both", "1", Newest.partial(), [Names.Description]],
  ])("%s, since %s", (_what, since, schema, changes) => {
    const warnings = warningsWith([Since(since), WithBody(schema)], history);
    expect(warnings.map((one) => /which "(.*)" replaced/.exec(one)?.[1])).toEqual(changes);
  });
});

it("a member that an older schema has from the newest is no constant", () => {
  const Newest = z.object({ id: z.string(), credits: z.number() });
  const history = historyOf(Newest, Newest.pick({ id: true }).extend({ name: z.string() }));
  const warnings = warningsWith([Since("1"), WithBody(Newest.extend({ more: z.string() }))], history);
  expect(warnings).toEqual([told("a schema made from another")]);
});

it("a member of a new type is one that the change brought", () => {
  const history = historyOf(Plan3, Plan3.extend({ credits: z.string() }));
  const options = [Since("1"), WithBody(Plan3.pick({ id: true, credits: true }))];
  expect(warningsWith(options, history)).toEqual([told("a schema made from Plan")]);
});

it("a schema within a history's value is one that others are made from", () => {
  const history = Versioned(Plan3)
    .Before(Names, Plan2, { Up: (one) => ({ ...one, credits: 1, seats: 1 }), Down: (one) => one })
    .Within([Each], (one) => z.array(one));
  const warnings = warningsWith([Since("1"), WithBody(Plan3.partial())], history);
  expect(warnings).toEqual([told("a schema made from Plan")]);
});

describe("a schema with the name of a replaced one is warned of by such a member", () => {
  const createPlan = (): object =>
    z.object({ id: z.string(), price: z.number(), credits: z.number() }).meta({ id: "Plan" });
  const Named = createPlan();
  it.each<[how: string, since: RouteOption, schema: object]>([
    ["created anew", Since("1"), createPlan()],
    ["created anew, in a list", Since("1"), z.array(z.object({ of: createPlan() as typeof Plan3 }))],
    ["as JSON Schema, in older versions", Until("2"), { ...jsonPlan3, required: ["id", "price", "credits"] }],
    [
      "of another form, in older versions",
      Until("2"),
      z.object({ credits: z.number() }).meta({ title: "Plan" }),
    ],
    [
      "of another form, in a list of JSON Schema",
      Until("2"),
      {
        type: "array",
        items: { $ref: "#/$defs/a" },
        $defs: { a: { $id: "Plan", properties: { credits: { type: "number" } } } },
      },
    ],
  ])("%s", (_how, since, schema) => {
    expect(warningsWith([since, WithResponse(200, schema)], historyOf(Named))).toEqual([
      told("a schema named Plan", "WithResponse"),
    ]);
  });
});

describe("nothing is said", () => {
  const Id = z.string();
  const Credits = z.number();
  const Shared3 = z.object({ id: Id, price, credits: Credits });
  const Shared2 = Shared3.omit({ credits: true });
  const sharing = historyOf(Shared3, Shared2);
  const more = { more: z.string() };
  const Enlarged = Plan3.extend(more);
  const Unnamed = z.object({});
  const Named = z.object({ id: z.string(), credits: z.number() }).meta({ id: "Plan" });
  const Common = z.object({ id: Id, credits: Credits });
  const others = Array.from({ length: 8 }, (_, i) =>
    WithResponse(400 + i, historyOf(z.object({ own: z.string(), id: Id, credits: Credits }), Unnamed)),
  );
  const User = z.object({ name: z.string(), credits: Credits });

  it.each<[of: string, options: readonly RouteOption[], history: object]>([
    ["of a member that an unrelated schema shares", [Since("1"), WithBody(User)], sharing],
    ["of all that two schemas have", [Since("1"), WithBody(z.object({ credits: Credits }))], sharing],
    [
      "of a member under another name",
      [Since("1"), WithBody(z.object({ limit: Credits, used: Credits }))],
      sharing,
    ],
    [
      "of an optional member under another name",
      [Since("1"), WithBody(z.object({ limit: Credits.optional() }))],
      sharing,
    ],
    [
      "of members that a schema shares beside others",
      [Since("1"), WithBody(z.object({ id: Id, credits: Credits, ...more }))],
      sharing,
    ],
    [
      "of a part of another schema that is shown",
      [Since("1"), WithBody(User.pick({ credits: true })), WithResponse(200, User)],
      sharing,
    ],
    [
      "of a part of another history's newest schema",
      [
        Since("1"),
        WithBody(User.pick({ credits: true })),
        WithResponse(
          200,
          Versioned(User).Before(Names, User.omit({ name: true }), { Down: ({ credits }) => ({ credits }) }),
        ),
      ],
      sharing,
    ],
    [
      "of constants that are all of the newest schema, if a third schema has one",
      [
        Since("1"),
        WithBody(z.object({ id: Id, credits: Credits, at: z.string() })),
        WithResponse(200, z.object({ id: Id, own: z.string() })),
      ],
      historyOf(z.object({ id: Id, credits: Credits }), z.object({ id: Id })),
    ],
    [
      "of one constant in two members",
      [Since("1"), WithBody(z.object({ old: Credits, credits: Credits, at: z.string() }))],
      historyOf(z.object({ old: Credits, credits: Credits }), z.object({ old: Credits })),
    ],
    [
      "of a part without what the change brought",
      [Since("1"), WithBody(Plan3.pick({ id: true, price: true }))],
      Plan,
    ],
    ["of an older schema that was made from the newest", [Since("1"), WithBody(Shared2)], sharing],
    ["of a list of them", [Since("1"), WithBody(z.array(z.object({ of: Shared2.optional() })))], sharing],
    ["of what was made from an older one", [Since("1"), WithBody(Shared2.extend(more))], sharing],
    [
      "of another history's schemas",
      [Since("1"), WithBody(historyOf(Plan3.extend(more), Plan2.extend(more)))],
      Plan,
    ],
    [
      "of members that are described as before",
      [Since("1"), WithBody(Plan3.pick({ id: true, price: true }))],
      historyOf(Plan3, z.object({ id: z.string(), price: z.number() })),
    ],
    [
      "of a member that an older schema had in an envelope",
      [Since("1"), WithBody(Plan3.pick({ id: true, credits: true, seats: true }))],
      historyOf(
        Plan3,
        z.object({ plan: Plan3.pick({ id: true, credits: true }), of: z.object({ seats: z.string() }) }),
      ),
    ],
    [
      "of a member that an older schema had",
      [Since("1"), WithBody(Plan3.pick({ credits: true }))],
      Versioned(Plan3)
        .Before(Names, Plan2, { Up: (one) => ({ ...one, credits: 1, seats: 1 }), Down: (one) => one })
        .Before(Born, Plan2.extend({ credits: z.number() }), {
          Up: (one) => one,
          Down: (one) => ({ ...one, credits: 1 }),
        }),
    ],
    [
      "of another history's older list of what was made from it",
      [Since("1"), WithBody(historyOf(z.object(more), z.array(Plan3.partial())))],
      Plan,
    ],
    [
      "of another history's older schema that was made from it",
      [Since("1"), WithBody(historyOf(z.object(more), Plan3.extend(more)))],
      Plan,
    ],
    [
      "of a list of another history's older schema that was made from it",
      [
        Since("1"),
        WithBody(z.array(Enlarged)),
        WithResponse(200, historyOf(z.object({ ...more, at: z.string() }), Enlarged)),
      ],
      Plan,
    ],
    [
      "of another history's older schema with its name",
      [Since("1"), WithBody(Versioned(z.object({})).Before(Born, Named, { Up: () => ({}) }))],
      historyOf(z.object({ id: z.string(), credits: z.number() }).meta({ id: "Plan" }), Unnamed),
    ],
    [
      "of its name with another member of this name",
      [Until("2"), WithBody(z.object({ credits: z.string() }).meta({ title: "Plan" }))],
      Plan,
    ],
    [
      "of constants in many histories",
      [Since("1"), WithBody(Common.extend(more)), ...others],
      historyOf(Common, z.object({ id: z.string() })),
    ],
    ["since the change", [Since("3"), WithResponse(200, Plan3.extend(more))], Plan],
    ["of a neutral route", [WithVersion(VersionNeutral), WithResponse(200, Plan3.extend(more))], Plan],
    ["of what is said to be meant", [Since("1"), WithResponse(200, Versioned(Plan3.extend(more)))], Plan],
    ["of a query", [Since("1"), WithQuery(Plan3.extend(more))], Plan],
  ])("%s", (_of, options, history) => {
    expect(warningsWith(options, history)).toEqual([]);
  });

  const schema = z.array(Plan3.extend(more));
  const faced = Versioned(Plan3)
    .As(Plan3.omit({ seats: true }), { Up: (one) => ({ ...one, seats: 1 }), Down: (one) => one })
    .Before(Names, Plan2, { Up: (one) => ({ ...one, credits: 1, seats: 1 }), Down: (one) => one });
  it.each<[of: string, newest: RouteOption, options: readonly RouteOption[]]>([
    ["of a body made from what answers have", WithResponse(200, Plan), [Since("1"), WithBody(schema)]],
    ["of an answer made from what bodies have", WithBody(Plan), [Since("1"), WithResponse(200, schema)]],
    [
      "of an answer with the name of what bodies have",
      WithBody(Plan),
      [Until("2"), WithResponse(200, z.object({ credits: z.number() }).meta({ title: "Plan" }))],
    ],
    ["of what a query has", WithQuery(Plan), [Since("1"), WithBody(schema)]],
    ["of what only the store has", WithBody(faced), [Since("1"), WithBody(Plan3.pick({ seats: true }))]],
  ])("%s", (_of, newest, options) => {
    const declare = (app: App): unknown =>
      app
        .Post("/plans", (): unknown => null, Since("1"), newest as ReturnType<typeof WithBody>)
        .Post("/other", (): unknown => null, ...(options as []));
    expect(warningsOf(declare)).toEqual([]);
  });
});
