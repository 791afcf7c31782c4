import { z } from "zod";
import {
  App,
  Change,
  Each,
  Rename,
  VersioningHeader,
  Versioned,
  WithBody,
  WithQuery,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";

const Tag = Change("2", "A tag came.");
// Open: it closes nothing out of what Down gives.
const Old = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
const Now = z.object({ a: z.string(), tag: z.string() });
const Leaking = Versioned(Now).Before(Tag, Old, {
  Up: (old: { a: string }) => ({ ...old, tag: "" }),
  Down: (now) => now,
});
const versioning = { Type: VersioningHeader, Header: "V", Versions: ["1", "2"] } as const;
const newApp = () => new App({ Versioning: versioning }, WithVersion("1", "2"));

it("an App without histories passes", async () => {
  await expect(
    CheckChanges(newApp().Get("/", (): unknown => 1, WithResponse(200, Now))),
  ).resolves.toBeUndefined();
});

it("a history that only requests come through is spared what holds for responses", async () => {
  await expect(
    CheckChanges(
      newApp().Post("/", (): unknown => 1, WithBody(Leaking)),
      { Seed: 1 },
    ),
  ).resolves.toBeUndefined();
});

it("a history that responses go out through is held, wherever it is wrapped", async () => {
  const List = Leaking.Within([Each], (one: object) =>
    "~standard" in one ? z.array(one as typeof Now) : ({ type: "array", items: one } as never),
  );
  const app = newApp()
    .Get("/", () => [], WithResponse(200, List))
    .Post("/", () => ({ a: "", tag: "" }), WithBody(Leaking), WithResponse(201, Leaking));
  await expect(CheckChanges(app, { Seed: 1 })).rejects.toThrow(
    /^2 laws of changes are broken \(Seed: 1\):\n"A tag came." \(version 2\): nothing leaks: .*\n"A tag came." \(version 2\): round trip: /,
  );
});

it("the face of the newest link is named by the newest version that is no preview", async () => {
  const Faced = Versioned(Now).As(Old, { Down: (now) => now });
  const appOf = (Lifecycle?: Record<string, { Preview: boolean }>) =>
    new App({ Versioning: { ...versioning, ...(Lifecycle && { Lifecycle }) } }, WithVersion("1", "2")).Get(
      "/",
      () => ({ a: "", tag: "" }),
      WithResponse(200, Faced),
    );
  const broken = async (app: App): Promise<unknown> =>
    await CheckChanges(app, { Seed: 1 }).catch((error: unknown) => error);
  expect(String(await broken(appOf()))).toContain("the face of version 2: nothing leaks: ");
  expect(String(await broken(appOf({ "2": { Preview: true } })))).toContain("the face of version 1: ");
});

it("what Up gives is judged as what the next schema puts out, of a body too", async () => {
  const flag = z.enum(["yes", "no"]).transform((text) => text === "yes");
  const History = Versioned(z.object({ all: flag })).Before(
    Tag,
    z.object({ whole: flag }),
    Rename("whole", "all"),
  );
  const query = newApp().Get("/", () => null, WithQuery(History));
  await expect(CheckChanges(query, { Seed: 1 })).resolves.toBeUndefined();
  const body = newApp().Post("/", () => null, WithBody(History));
  await expect(CheckChanges(body, { Seed: 1 })).resolves.toBeUndefined();
  const Wrong = Versioned(z.object({ all: z.stringbool() })).Before(Tag, z.object({ whole: flag }), {
    Up: () => ({ all: 7 }) as never,
  });
  const wrong = newApp().Post("/", () => null, WithBody(Wrong));
  await expect(CheckChanges(wrong, { Seed: 1 })).rejects.toThrow("requests fit");
});

it("what a stricter link refuses fits", async () => {
  const History = (more: object) =>
    Versioned(z.object({ n: z.int().max(3) })).Before(Tag, z.object({ n: z.int() }), {
      Up: (old) => old,
      ...more,
    });
  const app = (more: object) => newApp().Post("/", () => null, WithBody(History(more)));
  await expect(CheckChanges(app({}), { Seed: 1 })).rejects.toThrow("requests fit");
  await expect(CheckChanges(app({ Stricter: "why" }), { Seed: 1 })).resolves.toBeUndefined();
});
