import {
  App,
  Before,
  Carry,
  Change,
  Context,
  DefineVersions,
  Each,
  Get,
  HTTPError,
  Nothing,
  Now,
  Rename,
  Restatus,
  Versioned,
  VersioningHeader,
  WithBody,
  WithContext,
  WithParams,
  WithResponse,
  type AppOptions,
  type VersioningOptions,
} from "versioned-controllers";
import { Replay } from "versioned-controllers/check";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { recorded } from "./recorded";

const json = { "Content-Type": "application/json" };
const Type = VersioningHeader;
const Header = "V";

/** Cats in two or three versions. Version 3 changes what version 1 already has: a name, a path, a status and errors. */
function cats(last: "2" | "3", options: AppOptions = {}, versioning: VersioningOptions = {}): App {
  const V = DefineVersions(...(last === "2" ? ["1", "2"] : ["1", "2", "3"]));
  const Born = V.Change("2", "`born` is `birthday`.");
  const Faulty = V.Change("2", "An error has a `fault`.");
  const Called = last === "3" ? V.Change("3", "`name` is `called`.") : undefined;
  const Cat1 = z.object({ name: z.string(), born: z.string() });
  const Cat2 = z.object({ name: z.string(), birthday: z.string() });
  const Cat3 = z.object({ called: z.string(), birthday: z.string() });
  const turned = Rename("born", "birthday");
  const Cat = Called
    ? Versioned(Cat3).Before(Called, Cat2, Rename("name", "called")).Before(Born, Cat1, turned)
    : Versioned(Cat2).Before(Born, Cat1, turned);
  const Failed = Versioned(z.object({ fault: z.string() })).Before(
    Faulty,
    z.object({ message: z.string() }),
    {
      Down: ({ fault }) => ({ message: fault }),
    },
  );
  const path = Called ? "/animals/{id}" : "/cats/{id}";
  return new App({
    ...options,
    Versioning: { Type, Header, Versions: V.List, ...versioning },
    Errors: { Schema: Failed, Body: ({ message }) => ({ fault: message }) },
    Now: () => new Date("2026-06-01T00:00:00.000Z"),
  })
    .Get(
      path,
      (req) => {
        if (req.params.id === "0") throw new HTTPError(404, "no cat");
        return (Called ? { called: "Tom", birthday: "x" } : { name: "Tom", birthday: "x" }) as never;
      },
      V.Since("1"),
      WithParams(z.object({ id: z.string() })),
      WithResponse(Called ? 203 : 200, Cat),
      WithResponse(404, Failed),
      ...(Called ? [Before(Called, Get("/cats/{id}"), Restatus(200, 203))] : []),
    )
    .Post(
      "/cats",
      (req) => req.body as never,
      V.Since("1"),
      WithBody(Cat),
      WithResponse(201, Cat),
      Before(Born, Restatus(200, 201)),
    );
}

async function recordedCats(): Promise<readonly string[]> {
  const { count, texts } = await recorded((options) => cats("2", options));
  await count("GET /cats/1", { V: "1" });
  await count("GET /cats/0", { V: "1" });
  await count("POST /cats", { V: "1", ...json }, '{"name":"Tom","born":"x"}');
  await count("POST /cats", { V: "1", ...json }, '{"name":7}');
  return texts;
}

it("converts to the newest version of the recording, although the App has a later one", async () => {
  const lines = await recordedCats();
  expect(lines).toHaveLength(4);
  expect(await Replay(cats("2"), lines)).toEqual({ Replayed: 4, Skipped: {}, Differences: [], More: 0 });
  expect(await Replay(cats("3"), lines)).toEqual({ Replayed: 4, Skipped: {}, Differences: [], More: 0 });
});

it("skips a version past its end, with the reason", async () => {
  const lines = await recordedCats();
  const Lifecycle = { "1": { Deprecated: "2025-01-01", Sunset: "2026-05-01", AfterSunset: "gone" as const } };
  expect(await Replay(cats("2", { Logger: recordingLogger() }, { Lifecycle }), lines)).toEqual({
    Replayed: 0,
    Skipped: {
      'the end of GET /cats/{id} in version "1" has come': 2,
      'the end of POST /cats in version "1" has come': 2,
    },
    Differences: [],
    More: 0,
  });
});

it("skips a version and a route that are gone, and a later newest version", async () => {
  const lines = await recordedCats();
  const gone = lines.map((line) => line.replaceAll("/cats", "/dogs"));
  expect((await Replay(cats("2"), gone)).Skipped).toEqual({
    'the App no longer has the route GET /dogs/{id} in version "1"': 2,
    'the App no longer has the route POST /dogs in version "1"': 2,
  });
  const older = lines.map((line) => line.replace('"version":"1"', '"version":"0"'));
  expect((await Replay(cats("2"), older)).Skipped).toEqual({ 'the App no longer serves version "0"': 4 });
  const later = lines.map((line) => line.replace('"newest":"2"', '"newest":"9"'));
  expect((await Replay(cats("2"), later)).Skipped).toEqual({
    'the App has no version "9", the newest of the recording': 4,
  });
});

const W = DefineVersions("1", "2");
const Changed = W.Change("2", "An id is a number.");
// `W.Change` would warn that it stands nowhere in the other Apps.
const OtherChange = Change("2", "Another change.");
const Org = Context<{ plan: string }>("org");
const Item2 = z.object({ id: z.number() });
const Item1 = z.object({ id: z.string(), plan: z.string(), year: z.number() });

/** Items with everything that a Down can be given. `change` is the change of the link. */
function items(options: AppOptions = {}, { change = Changed, add = "" } = {}): App {
  const Item = Versioned(Item2)
    .Carrying(z.object({ old: z.string() }))
    .Before(change, Item1, {
      Needs: [Org, Now],
      Down: ({ id }, { Carried, Contexts: [{ plan }, now] }) => ({
        id: Carried.old + String(id) + add,
        plan,
        year: now.getUTCFullYear(),
      }),
    });
  const Items = Item.Within([Each], (item) => z.array(item));
  const Gone = Versioned(z.object({ reason: z.string() })).Before(change, Nothing, {
    Up: () => ({ reason: "none" }),
  });
  const given = (id: number) => Carry({ id }, { old: `item-${id}-` });
  return new App({
    ...options,
    Versioning: { Type, Header, Versions: W.List },
    Now: () => new Date("2024-01-01T00:00:00.000Z"),
  })
    .Get(
      "/items",
      () => [given(1), given(2)],
      W.Since("1"),
      WithResponse(200, Items),
      WithContext(Org, () => ({ plan: "pro" })),
    )
    .Get(
      "/item",
      () => given(3),
      W.Since("1"),
      WithResponse(200, Item),
      WithContext(Org, () => ({ plan: "pro" })),
    )
    .Post("/gone", (req) => req.body, W.Since("1"), WithBody(Gone), WithResponse(200, Gone));
}

async function recordedItems(): Promise<readonly string[]> {
  const { count, texts } = await recorded(items);
  await count("GET /items", { V: "1" });
  await count("GET /item", { V: "1" });
  await count("POST /gone", { V: "1" });
  return texts;
}

it("gives conversions the recorded contexts, time and carried values, and converts missing bodies", async () => {
  const lines = await recordedItems();
  expect(lines.map((line) => (JSON.parse(line) as { response: object }).response)).toMatchObject([
    { body: { shown: [{ id: "item-1-1", plan: "pro", year: 2024 }, { id: "item-2-2" }] } },
    { body: { shown: { id: "item-3-3" } } },
    { body: { given: { reason: "none" } } },
  ]);
  // Another test uses OtherChange.
  const Logger = recordingLogger();
  expect(await Replay(items({ Logger }), lines)).toEqual({
    Replayed: 3,
    Skipped: {},
    Differences: [],
    More: 0,
  });
  expect((await Replay(items({ Logger }, { add: "!" }), lines)).Differences).toMatchObject([
    { Route: "GET /items", Path: [0, "id"], Recorded: "item-1-1", Now: "item-1-1!" },
    { Route: "GET /item", Path: ["id"], Recorded: "item-3-3", Now: "item-3-3!" },
  ]);
});

it("reports a change that ran and is gone", async () => {
  const lines = await recordedItems();
  const { Differences } = await Replay(items({ Logger: recordingLogger() }, { change: OtherChange }), lines);
  expect(Differences).toEqual(
    [1, 2, 3].map((Line) => ({
      Line,
      Route: ["GET /items", "GET /item", "POST /gone"][Line - 1],
      Version: "1",
      Side: "Removed",
      Change: Changed.Description,
      Path: [],
      Recorded: Changed.Description,
      Now: undefined,
    })),
  );
});

it("skips a record without the value of a context that is needed now", async () => {
  const lines = (await recordedItems()).map((line) =>
    line.replace('"contexts":{"org":{"plan":"pro"},', '"contexts":{'),
  );
  expect(await Replay(items(), lines)).toMatchObject({
    Replayed: 1,
    Skipped: { "the record has no value of the context org": 2 },
    Differences: [],
  });
});

it("takes data of Carry at places that a file names, but makes no endless list", async () => {
  const [line = ""] = await recordedItems();
  const hostile = line.replace('["0"]', "[0]").replace(/\[\[0\],/, "[[999999999],");
  expect(hostile).not.toBe(line);
  expect((await Replay(items(), [hostile])).Differences).toMatchObject([{ Side: "Refused", Now: 500 }]);
});
