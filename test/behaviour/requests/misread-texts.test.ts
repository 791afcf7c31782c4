import {
  App,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  type RouteOption,
} from "versioned-controllers";
import * as v from "valibot";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const text = (member: string, status = 400): string =>
  `GET /cats/{id}: ${member} refuses text, but accepts the same value as a number or boolean; clients can send only text, so they receive a ${status}: convert the text in the schema, as z.coerce.number() or z.stringbool() does`;

async function warningsOf(option: RouteOption, line: string, headers: Record<string, string> = {}) {
  const logger = recordingLogger();
  const { ask } = await serve(new App({ Logger: logger }).Get("/cats/{id}", () => null, option));
  // The second answer comes after the warning of the first.
  const statuses = [(await ask(line, headers)).status, (await ask(line, headers)).status];
  return { statuses, warnings: messagesIn(logger.warn.mock.calls) };
}

describe("a member that its schema takes as a number or boolean, where clients send text, is warned of once", () => {
  it.each<[what: string, option: RouteOption, line: string, headers: Record<string, string>, member: string]>(
    [
      [
        "a number",
        WithQuery(z.object({ page: z.number() })),
        "GET /cats/1?page=2",
        {},
        '"page" of WithQuery',
      ],
      ["an integer", WithParams(z.object({ id: z.int() })), "GET /cats/1", {}, '"id" of WithParams'],
      [
        "a boolean",
        WithQuery(z.object({ all: z.boolean() })),
        "GET /cats/1?all=true",
        {},
        '"all" of WithQuery',
      ],
      [
        "a header",
        WithHeaders(z.object({ "x-n": z.number() })),
        "GET /cats/1",
        { "x-n": "-1.5" },
        '"x-n" of WithHeaders',
      ],
      [
        "a cookie",
        WithCookies(z.object({ n: z.number() })),
        "GET /cats/1",
        { cookie: "n=1" },
        '"n" of WithCookies',
      ],
      [
        "of valibot",
        WithQuery(v.object({ page: v.number() })),
        "GET /cats/1?page=2",
        {},
        '"page" of WithQuery',
      ],
      [
        "with an asynchronous check",
        WithQuery(z.object({ page: z.number().refine(async () => Promise.resolve(true)) })),
        "GET /cats/1?page=2",
        {},
        '"page" of WithQuery',
      ],
    ],
  )("%s", async (_what, option, line, headers, member) => {
    const { statuses, warnings } = await warningsOf(option, line, headers);
    expect(statuses).toEqual([400, 400]);
    expect(warnings).toEqual([text(member)]);
  });

  it("with the status of invalid input", async () => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger, Errors: { InvalidStatus: 422 } });
    app.Get("/cats/{id}", () => null, WithQuery(z.object({ page: z.number() })));
    const { ask } = await serve(app);
    for (let i = 0; i < 2; i++) await ask("GET /cats/1?page=2");
    expect(messagesIn(logger.warn.mock.calls)).toEqual([text('"page" of WithQuery', 422)]);
  });

  it("and its part is validated twice only until then", async () => {
    const judged = jest.fn(() => true);
    const logger = recordingLogger();
    const app = new App({ Logger: logger });
    app.Get("/", () => null, WithQuery(z.record(z.string().refine(judged), z.number())));
    const { ask } = await serve(app);
    for (let i = 0; i < 4; i++) await ask(`GET /?n${i}=1`);
    expect(messagesIn(logger.warn.mock.calls)).toHaveLength(1);
    expect(judged).toHaveBeenCalledTimes(5);
  });

  it.each<[what: string, option: RouteOption, line: string, status: number]>([
    [
      "a number that is too small",
      WithQuery(z.object({ page: z.coerce.number().min(5) })),
      "GET /cats/1?page=2",
      400,
    ],
    [
      "a name that the package itself refuses",
      WithQuery(z.object({ page: z.coerce.number() })),
      "GET /cats/1?__proto__=1",
      400,
    ],
    ["a name of a closed schema", WithQuery(v.strictObject({})), "GET /cats/1?page=1", 400],
    ["a text that is no number", WithQuery(z.object({ page: z.number() })), "GET /cats/1?page=two", 400],
    ["a text that is too long", WithQuery(z.object({ page: z.string().max(1) })), "GET /cats/1?page=22", 400],
    [
      "plain JSON Schema, whose texts are converted",
      WithQuery({ properties: { page: { type: "number" } } }),
      "GET /cats/1?page=2",
      200,
    ],
    [
      "a check that throws for a number",
      WithQuery(z.object({ page: z.any().refine(refuseText) })),
      "GET /cats/1?page=2",
      400,
    ],
  ])("but not %s", async (_what, option, line, status) => {
    const { statuses, warnings } = await warningsOf(option, line);
    expect(statuses).toEqual([status, status]);
    expect(warnings).toEqual([]);
  });
});

function refuseText(value: unknown): boolean {
  if (typeof value === "string") return false;
  throw new Error("a number");
}

function messagesIn(calls: readonly (readonly [object, string])[]): readonly string[] {
  return calls.map(([, message]) => message).filter((message) => message.includes("refuses text"));
}
