import {
  App,
  DefineVersions,
  HTTPError,
  Nothing,
  ProblemDetails,
  Versioned,
  VersioningHeader,
  type AppOptions,
  type ErrorFormat,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { listen, serve } from "../../support/serve";
import { kinds } from "../../support/server-kinds";

/* The documents describe errors by Errors.Schema: what is sent must be what it describes. */

const V = DefineVersions("1", "2");
const change = V.Change("2", "Errors have a `fault`.");
const Fault = z.object({ fault: z.string() });
const Default = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    status: z.int(),
    details: z.unknown().optional(),
  }),
  request_id: z.uuid(),
});
const Old = z.object({ reason: z.string() });
const Down = ({ fault }: { fault: string }) => ({ reason: fault });

function appOf(options: AppOptions) {
  const logger = recordingLogger();
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
    ...options,
    Logger: logger,
  });
  app.Get("/cats", () => 1, V.Since("1"));
  app.Get(
    "/lost",
    () => {
      throw new HTTPError(409, "lost");
    },
    V.Since("1"),
  );
  const warnings = () => logger.warn.mock.calls.map(([, message]: [object, string]) => message);
  return { app, warnings };
}

describe("Errors.Schema without Errors.Body", () => {
  const text = (misfits: string) =>
    `AppOptions: Errors.Body is not set, and the default error body does not match Errors.Schema (${misfits}): set Errors.Body to a function whose result matches Errors.Schema`;

  it.each<[what: string, errors: ErrorFormat, warnings: readonly string[]]>([
    ["another body", { Schema: Fault }, [text("fault: Invalid input: expected string, received undefined")]],
    [
      "plain JSON Schema of another body",
      { Schema: { type: "object", required: ["fault"] } },
      [text("fault: must have required property 'fault'")],
    ],
    [
      "a history of another body",
      { Schema: Versioned(Fault).Before(change, Old, { Down }) },
      [text("fault: Invalid input: expected string, received undefined")],
    ],
    ["the default body", { Schema: Default }, []],
    [
      "a history of the default body",
      {
        Schema: Versioned(Default).Before(change, Old, { Down: ({ error }) => ({ reason: error.code }) }),
      },
      [],
    ],
    [
      "no body in the newest version",
      { Schema: Versioned(Nothing).Before(change, Old, { Down: () => ({ reason: "?" }) }) },
      [],
    ],
    ["anything", { Schema: {} }, []],
    ["an asynchronous check", { Schema: z.object({}).refine(async () => Promise.resolve(false)) }, []],
    [
      "a check that throws",
      {
        Schema: z.object({}).refine(() => {
          throw new Error("no");
        }),
      },
      [],
    ],
    ["an own body", { Schema: Fault, Body: ({ code }) => ({ fault: code }) }, []],
    ["the form of RFC 9457", ProblemDetails, []],
    // The next row has no `kind`, which ajv fills in here.
    ["plain JSON Schema with a default", { Schema: { properties: { kind: { default: "k" } } } }, []],
    [
      "plain JSON Schema that closes the default body",
      { Schema: { additionalProperties: false, properties: { error: {}, request_id: {} } } },
      [],
    ],
  ])("is warned of by Build, if the default body does not fit: %s", (_what, Errors, expected) => {
    const { app, warnings } = appOf({ Errors });
    app.Build();
    expect(warnings()).toEqual(expected);
  });
});

describe("Errors.Body whose result does not fit Errors.Schema", () => {
  const Body = ({ status }: HTTPError) => (status === 404 ? { fault: "none" } : { error: "lost" });

  it.each(Object.entries(kinds))(
    "is warned of with CheckResponses once for each status: %s",
    async (_kind, serverOf) => {
      const { app, warnings } = appOf({ CheckResponses: true, Errors: { Schema: Fault, Body } });
      const { ask } = await listen(serverOf(app));
      for (let i = 0; i < 2; i++) {
        const answer = await ask("GET /lost", { "X-Version": "2" });
        expect([answer.status, answer.json]).toEqual([409, { error: "lost" }]);
        expect((await ask("GET /dogs")).json).toEqual({ fault: "none" });
      }
      expect(warnings()).toEqual([
        "AppOptions: the body that Errors.Body returned for status 409 does not match Errors.Schema, but was sent: fault: Invalid input: expected string, received undefined; correct Errors.Body or Errors.Schema",
      ]);
    },
  );

  it("is compared before a history converts it", async () => {
    const Schema = Versioned(Fault).Before(change, Old, { Down });
    const { app, warnings } = appOf({
      CheckResponses: true,
      Errors: { Schema, Body: () => ({ fault: "lost" }) },
    });
    const { ask } = await serve(app);
    expect((await ask("GET /lost", { "X-Version": "1" })).json).toEqual({ reason: "lost" });
    expect(warnings()).toEqual([]);
  });

  it("is not looked at without CheckResponses", async () => {
    const { app, warnings } = appOf({ Errors: { Schema: Fault, Body } });
    const { ask } = await serve(app);
    await ask("GET /lost", { "X-Version": "2" });
    expect(warnings()).toEqual([]);
  });

  it("is logged once where it cannot be written, with CheckResponses too", async () => {
    const { app, warnings } = appOf({ CheckResponses: true, Errors: { Schema: Fault, Body: () => 1n } });
    const { ask } = await serve(app);
    expect((await ask("GET /lost", { "X-Version": "2" })).status).toBe(409);
    expect(warnings()).toEqual([]);
  });
});
