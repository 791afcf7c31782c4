import {
  App,
  HasChange,
  IsAtLeast,
  Router,
  Since,
  Until,
  VersionNeutral,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  WithBody,
  WithChanges,
  WithGuards,
  WithVersion,
  type Handler,
  type VersioningOptions,
} from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { appWith, askAs, Born, Cat, names, Names, V } from "./cats";

const Loud = V.Change("2", "Cats meow.");
const Unused = V.Change("2", "Nobody has this.");

/** The answer to a request, thrown errors in words. */
const told: Handler = (req) => {
  const ask = (question: () => boolean): boolean | string => {
    try {
      return question();
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
  };
  return {
    loud: ask(() => HasChange(req, Loud)),
    two: ask(() => IsAtLeast(req, "2")),
    three: ask(() => IsAtLeast(req, "3")),
  };
};

const inVersion: Readonly<Record<string, object>> = {
  "1": { loud: false, two: false, three: false },
  "2": { loud: true, two: true, three: false },
  "3": { loud: true, two: true, three: true },
};

describe("HasChange and IsAtLeast tell a handler what its request's version has", () => {
  it.each<[scheme: string, versioning: VersioningOptions, ask: (version: string) => [string, object]]>([
    ["a header", { Type: VersioningHeader, Header: "X-Version" }, (v) => ["/cats", { "X-Version": v }]],
    ["a media type", { Type: VersioningMediaType, Key: "v" }, (v) => ["/cats", { Accept: `a/b;v=${v}` }]],
    ["the path", { Type: VersioningURI }, (v) => [`/v${v}/cats`, {}]],
  ])("by %s", async (_, versioning, ask) => {
    // Other tests use the other changes of V.
    const options = { Versioning: { ...versioning, Versions: V.List }, Logger: recordingLogger() };
    const app = new App(options, WithChanges(Loud)).Include(new Router("/cats", Since("1")).Get("/", told));
    const { ask: send } = await serve(app);
    for (const version of names) {
      const [path, headers] = ask(version);
      expect((await send(`GET ${path}`, headers as Record<string, string>)).json).toEqual(inVersion[version]);
    }
  });

  it("and guards, of changes that only a history names", async () => {
    const admits = WithGuards((req) => HasChange(req, Born));
    const { app } = appWith((one) =>
      one.Post(
        "/cats",
        (req) => [HasChange(req, Born), HasChange(req, Names)],
        Since("1"),
        WithBody(Cat),
        admits,
      ),
    );
    const ask = await askAs(app);
    expect((await ask("2", "POST /cats", { name: "Tom Cat", birthday: "2020-05-01" })).json).toEqual([
      true,
      false,
    ]);
    expect((await ask("1", "POST /cats", { name: "Tom Cat" })).status).toBe(403);
  });

  it.each<[what: string, lifecycle: VersioningOptions["Lifecycle"], answer: object]>([
    ["the newest version", {}, { loud: true, two: true, three: true }],
    ["the newest that is no preview", { "3": { Preview: true } }, { loud: true, two: true, three: false }],
    [
      "one before all changes",
      { "2": { Preview: true }, "3": { Preview: true } },
      { loud: false, two: false, three: false },
    ],
    [
      "all versions, where each is a preview",
      { "1": { Preview: true }, "2": { Preview: true }, "3": { Preview: true } },
      { loud: true, two: true, three: true },
    ],
  ])("answers on a neutral route as in %s", async (_, Lifecycle = {}, answer) => {
    const { app } = appWith((one) => one.Get("/cats", told, WithVersion(VersionNeutral), WithChanges(Loud)), {
      Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List, Lifecycle },
    });
    expect((await (await askAs(app))("1", "GET /cats")).json).toEqual(answer);
  });

  it("says yes with versioning off", async () => {
    const off = await serve(new App().Get("/cats", told, WithChanges(Loud)));
    expect((await off.ask("GET /cats")).json).toEqual({ loud: true, two: true, three: true });
  });

  it("tells of an old version's route too, though it is changed by nothing", async () => {
    const ask = await askAs(appWith((one) => one.Get("/cats", told, Until("1"), WithChanges(Loud))).app);
    expect((await ask("1", "GET /cats")).json).toEqual(inVersion["1"]);
  });
});

describe("they throw, so that a mistake is not a silent no", () => {
  const throwing: readonly [what: string, question: Handler, message: string][] = [
    ["a change that no route has", (req) => HasChange(req, Unused), "no route of the App has the change"],
    [
      "what is no change",
      (req) => HasChange(req, "Loud" as never),
      'no route of the App has the change "Loud"',
    ],
    [
      "a version that is not listed",
      (req) => IsAtLeast(req, "9"),
      "the version must be one of AppOptions.Versioning.Versions",
    ],
  ];

  it.each(throwing)("for %s", async (_, question, message) => {
    const { app, logger } = appWith((one) => one.Get("/cats", question, Since("1"), WithChanges(Loud)));
    const ask = await askAs(app);
    expect((await ask("3", "GET /cats")).status).toBe(500);
    const err = loggedBy(logger);
    expect(err).toBeInstanceOf(RangeError);
    expect(err.message).toContain(message);
  });

  it("for any version, where there is no list", async () => {
    const { app, logger } = appWith(
      (one) => one.Get("/cats", (req) => IsAtLeast(req, "1"), WithVersion("1")),
      {
        Versioning: { Type: VersioningHeader, Header: "X-Version" },
      },
    );
    expect((await (await askAs(app))("1", "GET /cats")).status).toBe(500);
    expect(loggedBy(logger).message).toContain("no list is set");
  });

  it.each<[string, (req: Parameters<Handler>[0]) => boolean]>([
    ["HasChange", (req) => HasChange(req, Loud)],
    ["IsAtLeast", (req) => IsAtLeast(req, "1")],
  ])("%s before a route is matched", async (name, question) => {
    const { app, logger } = appWith((one) =>
      one
        .Use((req, _res, next) => {
          question(req as never);
          next();
        })
        .Get("/cats", told, Since("1"), WithChanges(Loud)),
    );
    const ask = await askAs(app);
    expect((await ask("1", "GET /cats")).status).toBe(500);
    expect(loggedBy(logger).message).toContain(`${name}: no route is matched yet`);
  });
});

/** The one error that was logged. */
function loggedBy({ error }: ReturnType<typeof appWith>["logger"]): Error {
  expect(error.mock.calls).toHaveLength(1);
  const [[{ err }]] = error.mock.calls as [[{ err: Error }]];
  return err;
}
