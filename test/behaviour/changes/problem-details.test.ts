import {
  App,
  DefineVersions,
  HTTPError,
  ProblemDetails,
  Versioned,
  VersioningHeader,
  type AppOptions,
  type ProblemDetailsBody,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { z } from "zod";
import { setImmediate } from "node:timers/promises";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const V = DefineVersions("1", "2");
const Problems = V.Change("2", "Errors are problem details.");
const Old = z.object({ errors: z.array(z.string()), status: z.number() });

const app = (options?: AppOptions) =>
  new App({
    ...options,
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    Errors: {
      ...ProblemDetails,
      Schema: Versioned(ProblemDetails.Schema).Before(Problems, Old, {
        Down: ({ detail, status }) => ({ errors: [detail], status }),
      }),
    },
  }).Get(
    "/cats",
    () => {
      throw new HTTPError(409, "a cat is asleep");
    },
    V.Since("1"),
  );

it("the schema of problem details goes into a history without another one", async () => {
  const { ask } = await serve(app());
  expect((await ask("GET /cats", { V: "1" })).json).toEqual({ errors: ["a cat is asleep"], status: 409 });
  expect((await ask("GET /cats", { V: "2" })).json).toMatchObject({ title: "Conflict", status: 409 });
});

it("documents have it as they had, and CheckChanges takes it", async () => {
  const { components } = app().Document("2");
  expect(components?.schemas?.ProblemDetails).toMatchObject({
    type: "object",
    required: ["type", "title", "status", "detail", "instance", "code", "request_id"],
  });
  await CheckChanges(app(), { Runs: 20 });
});

it("with RequestID, ids of the newest form need not be UUIDs, and it fits what is sent", async () => {
  const Logger = recordingLogger();
  const traced = app({ RequestID: () => "trace-1", CheckResponses: true, Logger });
  const { components } = traced.Document("2");
  expect(components?.schemas?.ProblemDetails).toMatchObject({
    required: ["type", "title", "status", "detail", "code", "request_id"],
    properties: { request_id: { type: "string" } },
  });
  expect(JSON.stringify(components)).not.toContain('"uuid"');
  const { ask } = await serve(traced);
  expect((await ask("GET /cats", { V: "1" })).json).toEqual({ errors: ["a cat is asleep"], status: 409 });
  expect((await ask("GET /cats", { V: "2" })).json).toMatchObject({ request_id: "trace-1" });
  await setImmediate();
  expect(Logger.warn).not.toHaveBeenCalled();
});

it("what an App writes fits it, and anything else has issues", async () => {
  const { ask } = await serve(app());
  const body = (await ask("GET /cats", { V: "2" })).json as ProblemDetailsBody;
  const { validate } = ProblemDetails.Schema["~standard"];
  expect(validate(body)).toEqual({ value: body });
  expect(validate({ ...body, status: 200, code: 1 })).toEqual({
    issues: [
      { path: ["status"], message: "must be a whole number from 400 to 599" },
      { path: ["code"], message: "must be a string" },
    ],
  });
  expect(validate("text")).toEqual({ issues: [{ message: "must be an object" }] });
});
