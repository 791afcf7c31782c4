import type { Request } from "express";
import {
  Rename,
  Versioned,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  type RouteOption,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { z } from "zod";
import { listen, serve } from "../../support/serve";
import { appWith, askAs, Born, Names, V } from "./cats";

/* Under a name that a history knows, the handler of an older version's request gets what Up gave, and nothing else. */

const Role = z.enum(["user", "guest"]);
const renaming = Rename("x-kind", "x-role");
const Headers = Versioned(z.object({ "x-role": Role.optional() })).Before(
  Born,
  z.object({ "x-kind": Role.optional() }),
  renaming,
);

/** Plain JSON Schema of headers is open: a request has more of them than any schema names. */
const OpenHeaders = Versioned({
  type: "object",
  properties: { "x-role": { enum: ["user", "guest"] } },
}).Before(
  Born,
  { type: "object", properties: { "x-kind": { enum: ["user", "guest"] } } },
  { Up: (given: object) => given },
);

/** A version between the others, of which neither has the name. */
const Long = Versioned(z.object({ "x-b": z.string().optional() }))
  .Before(Names, z.object({ "x-passing": z.string().optional() }), { Up: () => ({}) })
  .Before(Born, z.object({ "x-a": z.string().optional() }), { Up: () => ({}) });

const Pattern = Versioned({ type: "object", patternProperties: { "^x-role": { type: "string" } } }).Before(
  Born,
  { type: "object" },
  { Up: () => ({}) },
);

const Keys = Versioned(z.record(z.string().regex(/^x-role/), Role)).Before(
  Born,
  z.object({ "x-kind": Role.optional() }),
  { Up: () => ({}) },
);

/** What a handler may ask of a request. */
const seen = (req: Request): unknown => ({
  ...Object.fromEntries(Object.entries(req.headers).filter(([name]) => name.startsWith("x-"))),
  got: [req.get("X-Role"), req.header("x-role")].filter((value) => value !== undefined),
});

async function ask(version: string, option: RouteOption, headers: Record<string, string>) {
  const { app, logger } = appWith((one) => one.Get("/me", (req: Request) => seen(req), V.Since("1"), option));
  const { status, json } = await (await askAs(app))(version, "GET /me", undefined, headers);
  expect(logger.error).not.toHaveBeenCalled();
  return status === 200 ? json : status;
}

const version = { "x-version": "1" };

describe("a header that a history names", () => {
  it.each<[what: string, option: RouteOption, sent: Record<string, string>, got: unknown]>([
    ["of the newest version is not the client's", WithHeaders(Headers), { "X-Role": "admin" }, {}],
    ["in whatever case", WithHeaders(Headers), { "x-ROLE": "admin", "X-Other": "1" }, { "x-other": "1" }],
    ["of its own version is turned up", WithHeaders(Headers), { "X-Kind": "user" }, { "x-role": "user" }],
    [
      "stands for a newer one",
      WithHeaders(Headers),
      { "X-Kind": "user", "X-Role": "admin" },
      { "x-role": "user" },
    ],
    [
      "of a record of the newest version, by the pattern of its keys",
      WithHeaders(Keys),
      { "X-Role": "admin" },
      {},
    ],
    ["is no answer of an open schema's Up either", WithHeaders(OpenHeaders), { "X-Role": "admin" }, {}],
    [
      "is written as the schema likes",
      WithHeaders(OpenHeaders),
      { "X-Role": "user", "X-Z": "z" },
      { "x-z": "z" },
    ],
    [
      "of a version between",
      WithHeaders(Long),
      { "X-Passing": "1", "X-A": "2", "X-B": "3", "X-Z": "z" },
      { "x-z": "z" },
    ],
    ["by a pattern", WithHeaders(Pattern), { "X-Role-Of-Mine": "admin" }, {}],
  ])("%s", async (_what, option, sent, got) => {
    const role = (got as Record<string, string>)["x-role"];
    expect(await ask("1", option, sent)).toEqual({
      ...version,
      ...(got as object),
      got: role === undefined ? [] : [role, role],
    });
  });

  it.each(["mounted in Express", "on CreateServer"])(
    "is nowhere in the form that the client wrote, %s",
    async (how) => {
      const { app } = appWith((one) =>
        one.Get(
          "/me",
          ({ headersDistinct, rawHeaders }: Request) => ({
            distinct: Object.keys(headersDistinct).filter((name) => name.startsWith("x-")),
            raw: rawHeaders.filter((text) => /^x-/i.test(text)),
          }),
          V.Since("1"),
          WithHeaders(Headers),
        ),
      );
      const sent = { "X-Version": "1", "X-Kind": "user", "X-Role": "admin", "X-Z": "z" };
      const { ask: asked } = how === "on CreateServer" ? await listen(CreateServer(app)) : await serve(app);
      const own = { distinct: ["x-version", "x-z"], raw: ["X-Version", "X-Z"] };
      expect((await asked("GET /me", sent)).json).toEqual(own);
      // Nothing is turned up in the newest version.
      expect((await asked("GET /me", { ...sent, "X-Version": "3", "X-Role": "user" })).json).toEqual({
        distinct: ["x-version", "x-kind", "x-role", "x-z"],
        raw: ["X-Version", "X-Kind", "X-Role", "X-Z"],
      });
    },
  );

  it("is judged in its own version", async () => {
    expect(await ask("1", WithHeaders(Headers), { "X-Kind": "admin" })).toBe(400);
    expect(await ask("3", WithHeaders(Headers), { "X-Role": "admin" })).toBe(400);
  });

  it("stays what the client sent in a version with nothing to turn up", async () => {
    expect(await ask("3", WithHeaders(Headers), { "X-Role": "user", "X-Kind": "odd" })).toEqual({
      "x-version": "3",
      "x-role": "user",
      "x-kind": "odd",
      got: ["user", "user"],
    });
  });
});

describe("what an open schema lets through under a newer version's name is nothing to Up", () => {
  const open = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } } });
  const History = Versioned(open("role")).Before(Born, open("kind"), Rename("kind", "role"));

  it.each<[part: string, option: RouteOption, line: string, headers: Record<string, string>]>([
    ["query", WithQuery(History), "GET /me?role=admin&z=1", {}],
    ["cookies", WithCookies(History), "GET /me", { Cookie: "role=admin; z=1" }],
  ])("%s", async (part, option, line, headers) => {
    const { app } = appWith((one) =>
      one.Get("/me", (req: Request) => ({ ...(Reflect.get(req, part) as object) }), V.Since("1"), option),
    );
    const asked = await askAs(app);
    expect((await asked("1", line, undefined, headers)).json).toEqual({ z: "1" });
    expect((await asked("3", line, undefined, headers)).json).toEqual({ role: "admin", z: "1" });
  });

  it("a path's parameter that Up does not give is not renamed", async () => {
    const Path = Versioned(z.object({ id: z.string(), more: z.string().optional() })).Before(
      Born,
      z.object({ id: z.string() }),
      { Up: ({ id }) => ({ id: `cat ${id}` }) },
    );
    const { app } = appWith((one) =>
      one.Get("/cats/{id}/{more}", ({ params }) => params, V.Since("1"), WithParams(Path)),
    );
    const { json } = await (await askAs(app))("1", "GET /cats/7/x");
    expect(json).toEqual({ id: "cat 7" });
  });
});
