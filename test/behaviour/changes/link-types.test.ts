import {
  Before,
  HTTPError,
  Nothing,
  Since,
  Status,
  Versioned,
  VersioningHeader,
  WithBody,
  WithResponse,
  type ErrorFormat,
} from "versioned-controllers";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";
import { appWith, askAs, Born, Cat2, Cat3, Names, tom, V } from "./cats";

const down = { Down: ({ first, birthday }: typeof tom) => ({ name: first, birthday }) };
const Typed = Versioned(Cat3)
  .Before(Names, Cat2, { ...down, Type: "application/vnd.old+json" })
  .Before(Born, Nothing);

describe("the Type of a link is the media type that its versions are sent", () => {
  const History = Versioned(Cat3)
    .Before(Names, Cat2, { ...down, Type: "application/json" })
    .Before(Born, Cat2, { Down: (cat) => cat });

  function catsApp() {
    return appWith((app) =>
      app
        .Get("/returned", () => tom, Since("1"), WithResponse(200, History, { Type: "application/hal+json" }))
        .Get("/json", (_req, res) => void res.json(tom), Since("1"), WithResponse(200, Typed))
        .Get("/own", (_req, res) => (res.type("text/x-cat"), tom), Since("1"), WithResponse(200, Typed))
        .Get("/items", () => items(), Since("1"), WithResponse(200, Typed)),
    );
  }

  async function* items() {
    await Promise.resolve();
    yield tom;
  }

  it.each<[version: string, path: string, type: string | undefined, text: string]>([
    ["3", "/returned", "application/hal+json; charset=utf-8", JSON.stringify(tom)],
    ["2", "/returned", "application/json; charset=utf-8", '{"name":"Tom","birthday":"2020-05-01"}'],
    ["1", "/returned", "application/json; charset=utf-8", '{"name":"Tom","birthday":"2020-05-01"}'],
    ["3", "/json", "application/json; charset=utf-8", JSON.stringify(tom)],
    ["2", "/json", "application/vnd.old+json; charset=utf-8", '{"name":"Tom","birthday":"2020-05-01"}'],
    ["1", "/json", undefined, ""],
    ["3", "/own", "text/x-cat; charset=utf-8", JSON.stringify(tom)],
    ["2", "/own", "text/x-cat; charset=utf-8", '{"name":"Tom","birthday":"2020-05-01"}'],
    ["2", "/items", "application/vnd.old+json", '{"name":"Tom","birthday":"2020-05-01"}\n'],
  ])("version %s of %s", async (version, path, type, text) => {
    const ask = await askAs(catsApp().app);
    const answer = await ask(version, `GET ${path}`);
    expect([answer.headers["content-type"], answer.text]).toEqual([type, text]);
  });

  it("a HEAD has it as the GET has", async () => {
    const ask = await askAs(catsApp().app);
    expect((await ask("2", "HEAD /returned")).headers["content-type"]).toBe(
      "application/json; charset=utf-8",
    );
  });

  it.each<[version: string, types: readonly string[]]>([
    ["3", ["application/hal+json"]],
    ["2", ["application/json"]],
    ["1", ["application/json"]],
  ])("the document of version %s has it", (version, types) => {
    const { app } = catsApp();
    const { responses } = app.Document(version).paths["/returned"]?.get ?? {};
    expect(Object.keys(responses?.["200"]?.content ?? {})).toEqual(types);
  });
});

describe("a history of a body and of a response takes the Type that is its own in each", () => {
  const Both = Versioned(Cat3).Before(Names, Cat2, {
    ...down,
    Up: ({ name, birthday }) => ({ first: name, last: "", birthday }),
    Type: ["form", "application/vnd.old+json"],
  });

  it("reads a form and sends a media type", async () => {
    const { app } = appWith((app) =>
      app.Post("/cats", (req) => req.body, Since("2"), WithBody(Both), WithResponse(200, Both)),
    );
    const { ask } = await serve(app);
    const { status, headers, json } = await ask(
      "POST /cats",
      { "X-Version": "2", "Content-Type": "application/x-www-form-urlencoded" },
      "name=Tom&birthday=2020",
    );
    expect([status, headers["content-type"], json]).toEqual([
      200,
      "application/vnd.old+json; charset=utf-8",
      { name: "Tom", birthday: "2020" },
    ]);
  });

  it.each<[type: unknown, problem: string]>([
    ["nothing/", "must be a media type"],
    ["jsn", 'must be "json", "form"'],
    [[], 'must be "json", "form"'],
  ])("%j is a Build problem", (Type, problem) => {
    const wrong = Versioned(Cat3).Before(Names, Cat2, { ...down, Type: Type as "json" });
    const { app } = appWith((app) => app.Get("/cats", () => tom, Since("1"), WithResponse(200, wrong)));
    expect(problemsOf(app)).toEqual([expect.stringContaining(problem)]);
  });

  it("two media types are an Error", () => {
    expect(() =>
      Versioned(Cat3).Before(Names, Cat2, { ...down, Type: ["text/csv", "application/json"] }),
    ).toThrow('Before: Type must name one media type, got "text/csv" and "application/json"');
  });
});

describe("Nothing as the newest link of a response", () => {
  const Gone = Versioned(Nothing).Before(Names, z.object({ removed: z.boolean() }), {
    Down: (now) => {
      given.push(now);
      return { removed: true };
    },
  });
  const given: unknown[] = [];

  it.each([undefined, tom])("what the handler returns is left out: %j", async (value) => {
    const { app } = appWith((app) =>
      app.Delete(
        "/cats",
        () => value as undefined,
        Since("1"),
        WithResponse(204, Gone),
        Before(Names, Status(200)),
      ),
    );
    const ask = await askAs(app);
    const answers = [await ask("2", "DELETE /cats"), await ask("3", "DELETE /cats")];
    expect(answers.map(({ status, text, headers }) => [status, text, headers["content-type"]])).toEqual([
      [200, '{"removed":true}', "application/json; charset=utf-8"],
      [204, "", undefined],
    ]);
    expect(given.splice(0)).toEqual([undefined]);
  });

  it("the status stays where no Before changes it", async () => {
    const { app } = appWith((app) =>
      app.Delete("/cats", () => undefined, Since("1"), WithResponse(202, Gone)),
    );
    const ask = await askAs(app);
    const answers = [await ask("1", "DELETE /cats"), await ask("3", "DELETE /cats")];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [202, '{"removed":true}'],
      [202, ""],
    ]);
  });

  it("documents show a body to older versions only", () => {
    const { app } = appWith((app) =>
      app.Delete("/cats", () => undefined, Since("1"), WithResponse(204, Gone), Before(Names, Status(200))),
    );
    const contentOf = (version: string) => app.Document(version).paths["/cats"]?.delete?.responses;
    expect(contentOf("2")).toMatchObject({
      "200": {
        content: { "application/json": { schema: { properties: { removed: { type: "boolean" } } } } },
      },
    });
    expect(contentOf("3")?.["204"]).toEqual({ description: "No Content" });
  });

  it("V.Show gives the old versions what Down gives", () => {
    expect([V.Show(Gone, "2", undefined), V.Show(Gone, "3", undefined)]).toEqual([
      { removed: true },
      undefined,
    ]);
  });
});

describe("Nothing as the newest link of a body", () => {
  const Reason = Versioned(Nothing).Before(Names, z.object({ why: z.string() }), {
    Up: () => undefined,
  });

  it("no body is read or judged in the newest version, and the old one is judged", async () => {
    const { app } = appWith((app) =>
      app.Post("/cats", (req) => ({ body: (req.body as unknown) ?? "none" }), Since("1"), WithBody(Reason)),
    );
    const ask = await askAs(app);
    expect((await ask("2", "POST /cats", { why: "moved" })).json).toEqual({ body: "none" });
    expect((await ask("2", "POST /cats", { why: 1 })).status).toBe(400);
    expect((await ask("3", "POST /cats", { why: 1 })).json).toEqual({ body: "none" });
  });
});

describe("the Type of a link of Errors.Schema", () => {
  const Problem = z.object({ title: z.string() });
  const Old = z.object({ error: z.string() });
  const History = Versioned(Problem)
    .Before(Names, Old, { Down: ({ title }) => ({ error: title }), Type: "application/json" })
    .Before(Born, Old, { Down: (error) => error });
  const Errors: ErrorFormat = {
    Type: "application/problem+json",
    Schema: History,
    Body: ({ message }) => ({ title: message }),
  };
  const { app } = appWith(
    (app) =>
      app.Get(
        "/cats",
        () => {
          throw new HTTPError(409, "taken");
        },
        Since("1"),
      ),
    { Errors, Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List } },
  );

  it.each<[version: string, type: string, body: unknown]>([
    ["3", "application/problem+json", { title: "taken" }],
    ["2", "application/json", { error: "taken" }],
    ["1", "application/json", { error: "taken" }],
  ])("version %s", async (version, type, body) => {
    const ask = await askAs(app);
    const { headers, json } = await ask(version, "GET /cats");
    expect([headers["content-type"], json]).toEqual([type, body]);
    const unmatched = await ask(version, "GET /nowhere");
    expect(unmatched.headers["content-type"]).toBe(type);
    const { responses } = app.Document(version).paths["/cats"]?.get ?? {};
    expect(Object.keys(responses?.["404"]?.content ?? {})).toEqual([type]);
  });

  it("Nothing as the newest link: only older versions are sent a body", async () => {
    const { app } = appWith((app) => app.Get("/cats", () => null, Since("3")), {
      Errors: { Schema: Versioned(Nothing).Before(Names, Old, { Down: () => ({ error: "failed" }) }) },
    });
    const ask = await askAs(app);
    const answers = [await ask("3", "GET /nowhere"), await ask("2", "GET /nowhere")];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [404, ""],
      [404, '{"error":"failed"}'],
    ]);
  });
});
