import {
  App,
  Carry,
  Context,
  DefineVersions,
  Rename,
  SecurityScheme,
  Versioned,
  VersioningHeader,
  WithBody,
  WithContext,
  WithCookies,
  WithHeaders,
  WithQuery,
  WithResponse,
  WithSecurity,
  type AppOptions,
} from "versioned-controllers";
import { Recorder, type RecorderOptions } from "versioned-controllers/recordings";
import { z } from "zod";
import { recorded } from "./recorded";

const V = DefineVersions("1", "2");
const Moved = V.Change("2", "A user's `mail` is in `owner`, and `first` and `last` are `name`.");
const User2 = z.object({
  name: z.string(),
  pin: z.number(),
  owner: z.object({ email: z.string() }),
  tags: z.array(z.object({ text: z.string() })).optional(),
});
const User1 = z.object({
  first: z.string(),
  last: z.string(),
  pin: z.number(),
  mail: z.string(),
  tags: z.array(z.object({ text: z.string() })).optional(),
});
const User = Versioned(User2).Before(Moved, User1, {
  Up: ({ first, last, mail, ...rest }) => ({ ...rest, name: `${first} ${last}`, owner: { email: mail } }),
  Down: ({ name, owner, ...rest }) => {
    const [first = "", last = ""] = name.split(" ");
    return { ...rest, first, last, mail: owner.email };
  },
});
const Versioning = { Type: VersioningHeader, Header: "V", Versions: V.List };
const json = { "Content-Type": "application/json" };
const ann1 = { first: "Ann", last: "Miller", pin: 4711, mail: "ann.miller@example.com" };

const users = (options: AppOptions): App =>
  new App({ ...options, Versioning }).Post(
    "/users",
    (req) => req.body,
    V.Since("1"),
    WithBody(User),
    WithResponse(201, User),
  );

const write = (): undefined => undefined;

it.each([
  ["no options", undefined, /Recorder: the options must be an object, got undefined/],
  [
    "no Redact",
    { Write: write },
    /Recorder: Redact must be a list of places such as \["password", .*\], or \[\], got undefined/,
  ],
  ["no Write", { Redact: [] }, /Recorder: Write must be a function, got undefined/],
  ["a text as Redact", { Write: write, Redact: "password" }, /Redact must be a list/],
  ["an empty place", { Write: write, Redact: [""] }, /Redact must be a list/],
  ["an empty step", { Write: write, Redact: ["owner..email"] }, /Redact must be a list/],
  ["a Share of two", { Write: write, Redact: [], Share: 2 }, /Share must be a number from 0 to 1, got 2/],
  ["a Most of no number", { Write: write, Redact: [], Most: "64" }, /Most must be a whole number/],
  ["an unknown option", { Write: write, Redact: [], Shares: 1 }, /an option must be Write or Redact/],
])("throws a TypeError for %s", (_what, options, message) => {
  expect(() => Recorder(options as RecorderOptions)).toThrow(TypeError);
  expect(() => Recorder(options as RecorderOptions)).toThrow(message);
});

it("replaces a text wherever it is a whole value, and converts again", async () => {
  const { count, lines, texts } = await recorded(users, { Redact: ["owner.email"] });
  expect((await count("POST /users", { V: "1", ...json }, JSON.stringify(ann1))).json).toEqual(ann1);
  const [line] = lines();
  const sent = line?.request?.body?.sent as typeof ann1;
  expect(sent).toEqual({
    ...ann1,
    mail: expect.stringMatching(/^[a-z]{3}\.[a-z]{6}@[a-z]{7}\.[a-z]{3}$/) as string,
  });
  const two = { name: "Ann Miller", pin: 4711, owner: { email: sent.mail } };
  expect(line?.request?.body?.read).toEqual(two);
  expect(line?.response?.body).toEqual({ given: two, shown: sent });
  expect(texts[0]).not.toContain("miller");
});

it("replaces equal texts by equal ones, letters by letters, digits by digits, and numbers by as many digits", async () => {
  const { count, lines } = await recorded(users, { Redact: ["mail", "pin", "tags.*.text"] });
  const tags = [{ text: "Élan-07 Ж" }, { text: "Élan-07 Ж" }];
  for (let i = 0; i < 2; i++) {
    await count("POST /users", { V: "1", ...json }, JSON.stringify({ ...ann1, tags }));
  }
  const [one, other] = lines().map(
    ({ request }) => request?.body?.sent as typeof ann1 & { tags: typeof tags },
  );
  expect(one).toEqual(other);
  expect(one?.tags[0]?.text).toMatch(/^[A-Z][a-z]{3}-[1-9]{2} [A-Z]$/);
  expect(one?.tags[0]).toEqual(one?.tags[1]);
  expect(String(one?.pin)).toMatch(/^[1-9]{4}$/);
  expect(one?.pin).not.toBe(4711);
});

it("takes a path of several steps from the top, and not anywhere", async () => {
  const { count, lines } = await recorded(users, { Redact: ["owner.mail", "tags.0.text", "email.owner"] });
  await count(
    "POST /users",
    { V: "1", ...json },
    JSON.stringify({ ...ann1, tags: [{ text: "Ab1" }, { text: "Cd2" }] }),
  );
  expect(lines()[0]?.request?.body?.sent).toEqual({
    ...ann1,
    tags: [{ text: expect.not.stringMatching("Ab1") as string }, { text: "Cd2" }],
  });
});

it.each([
  ["within another text, of four signs and more", ["last"]],
  ["as a whole value in what a conversion makes", ["name"]],
])("leaves out a record in which a text still is %s", async (_what, Redact) => {
  const { count, recorder } = await recorded(users, { Redact });
  await count("POST /users", { V: "1", ...json }, JSON.stringify({ ...ann1, mail: "Ann Miller" }));
  expect(recorder.Counts().LeftOut).toBe(1);
});

it("keeps a record in which a text of three signs is within another, and no whole value", async () => {
  const { count, lines } = await recorded(users, { Redact: ["mail"] });
  await count("POST /users", { V: "1", ...json }, JSON.stringify({ ...ann1, first: "Edna", mail: "Edn" }));
  expect(lines()).toMatchObject([{ request: { body: { sent: { first: "Edna" } } } }]);
});

it("takes * for each item or member", async () => {
  const { count, texts } = await recorded(users, { Redact: ["*"] });
  await count("POST /users", { V: "1", ...json }, JSON.stringify(ann1));
  expect(texts[0]).not.toMatch(/Ann|Miller|4711|example/);
});

it("leaves out a record with more than a thousand secret texts", async () => {
  const tags = Array.from({ length: 1001 }, (_, i) => ({ text: `tag ${i}` }));
  const { count, recorder } = await recorded(users, { Redact: ["text"], Most: 1e6 });
  await count("POST /users", { V: "1", ...json }, JSON.stringify({ ...ann1, tags: tags.slice(0, 1000) }));
  expect(recorder.Counts()).toMatchObject({ LeftOut: 0 });
  await count("POST /users", { V: "1", ...json }, JSON.stringify({ ...ann1, tags }));
  expect(recorder.Counts()).toEqual({ Recorded: 1, LeftOut: 1, Failed: 0 });
});

it("leaves out a record of which a schema refuses a substitute", async () => {
  const Level = z.enum(["low", "high"]);
  const app = (options: AppOptions): App =>
    new App({ ...options, Versioning }).Post(
      "/",
      (req) => req.body,
      V.Since("1"),
      WithBody(
        Versioned(z.object({ level: Level })).Before(
          Moved,
          z.object({ grade: Level }),
          Rename("grade", "level"),
        ),
      ),
    );
  const { count, recorder } = await recorded(app, { Redact: ["level"] });
  await count("POST /", { V: "1", ...json }, '{"grade":"low"}');
  expect(recorder.Counts()).toEqual({ Recorded: 0, LeftOut: 1, Failed: 0 });
});

it.each([
  ["a response", { Redact: ["kind"] }, "cat"],
  ["a carried value", { Redact: ["old"] }, "cat"],
])("leaves out a record in which the schema of %s refuses a substitute", async (_what, options) => {
  const Kind = z.enum(["cat", "dog"]);
  const Pet = Versioned(z.object({ kind: Kind }))
    .Carrying(z.object({ old: z.enum(["tom", "rex"]) }))
    .Before(Moved, z.object({ kind: Kind, old: z.string() }), { Down: (pet, { old }) => ({ ...pet, old }) });
  const app = (of: AppOptions): App =>
    new App({ ...of, Versioning }).Get(
      "/",
      () => Carry({ kind: "cat" as const }, { old: "tom" as const }),
      V.Since("1"),
      WithResponse(200, Pet),
    );
  const { count, recorder } = await recorded(app, options);
  await count("GET /", { V: "1" });
  expect(recorder.Counts()).toEqual({ Recorded: 0, LeftOut: 1, Failed: 0 });
});

it("redacts contexts and carried values", async () => {
  const Org = Context<{ secret: string; plan: string }>("org");
  const Pet = Versioned(z.object({ kind: z.string() }))
    .Carrying(z.object({ chip: z.string() }))
    .Before(Moved, z.object({ kind: z.string(), chip: z.string(), secret: z.string() }), {
      Needs: [Org],
      Down: (pet, { Carried, Contexts: [{ secret }] }) => ({ ...pet, chip: Carried.chip, secret }),
    });
  const app = (of: AppOptions): App =>
    new App({ ...of, Versioning }).Get(
      "/",
      () => Carry({ kind: "cat" }, { chip: "C-12345" }),
      V.Since("1"),
      WithContext(Org, () => ({ secret: "hunter22", plan: "pro" })),
      WithResponse(200, Pet),
    );
  const { count, lines, texts } = await recorded(app, { Redact: ["secret", "chip"] });
  await count("GET /", { V: "1" });
  expect(texts[0]).not.toMatch(/hunter22|C-12345/);
  const [line] = lines();
  expect(line?.response?.body?.shown).toEqual({
    kind: "cat",
    chip: (line?.carried as { chip: string }).chip,
    secret: (line?.contexts?.org as { secret: string }).secret,
  });
  expect(line?.contexts?.org).toEqual({
    secret: expect.stringMatching(/^[a-z]{6}[1-9]{2}$/) as string,
    plan: "pro",
  });
});

it("records no credential, but substitutes where a schema names them", async () => {
  const Key = new SecurityScheme("key", { type: "apiKey", in: "query", name: "key" }, () => "anyone");
  const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, () => "anyone");
  const Answer = Versioned(z.object({ token: z.string() })).Before(
    Moved,
    z.object({ word: z.string() }),
    Rename("word", "token"),
  );
  const app = (of: AppOptions): App =>
    new App({ ...of, Versioning }).Get(
      "/",
      (req) => ({ token: req.headers.authorization.slice(7) }),
      V.Since("1"),
      WithSecurity(Key, Bearer),
      WithQuery(z.object({ key: z.string(), page: z.string() })),
      WithHeaders(z.looseObject({ authorization: z.string() })),
      WithCookies(z.object({ session: z.string() })),
      WithResponse(200, Answer),
    );
  const { count, lines, texts } = await recorded(app);
  const answer = await count("GET /?key=k3y-secret&page=1", {
    V: "1",
    Authorization: "Bearer t0ken-secret",
    Cookie: "session=s3ssion; other=c00kie",
  });
  expect(answer.json).toEqual({ word: "t0ken-secret" });
  expect(texts[0]).not.toMatch(/secret|s3ssion|c00kie/);
  const [line] = lines();
  expect(line?.request).toEqual({
    query: {
      sent: { key: expect.stringMatching(/^[a-z][1-9][a-z]-[a-z]{6}$/) as string, page: "1" },
      read: expect.anything() as unknown,
    },
    headers: {
      sent: { authorization: expect.stringMatching(/^[A-Z][a-z]{5} [a-z][1-9][a-z]{3}-[a-z]{6}$/) as string },
      read: expect.anything() as unknown,
    },
    cookies: {
      sent: { session: expect.stringMatching(/^[a-z][1-9][a-z]{5}$/) as string },
      read: expect.anything() as unknown,
    },
  });
});
