import { setImmediate as nextTurn } from "node:timers/promises";
import { App, WithResponse, type AppOptions } from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { recordUncaught } from "../../support/uncaught";

const { errors } = recordUncaught();

const rejected = (): Promise<never> => Promise.reject(new Error("a promise within a value"));

const values: readonly (readonly [string, () => unknown])[] = [
  ["a list", () => [rejected()]],
  ["a list in a list", () => [[rejected()]]],
  ["an object", () => ({ a: rejected() })],
  ["an object in a list", () => [{ a: { b: rejected() } }]],
  ["a Map", () => new Map([["a", rejected()]])],
  ["a Set", () => new Set([rejected()])],
  ["a Set in a list", () => [new Set([rejected()])]],
  [
    "an object whose getter throws",
    () => ({
      a: rejected(),
      get b() {
        throw new Error("a getter");
      },
    }),
  ],
];

const appWith = (options: AppOptions = {}): App => new App({ Logger: recordingLogger(), ...options });

const givers: readonly (readonly [string, (give: () => unknown) => App])[] = [
  ["a handler returns", (give) => appWith().Get("/", give)],
  ["a handler with CheckResponses returns", (give) => appWith({ CheckResponses: true }).Get("/", give)],
  [
    "a handler with a closed schema returns",
    (give) => appWith().Get("/", give as () => { a: unknown }, WithResponse(200, z.object({ a: z.any() }))),
  ],
  [
    "a handler throws",
    (give) =>
      appWith().Get("/", () => {
        throw give();
      }),
  ],
  ["Errors.Body returns", (give) => appWith({ Errors: { Body: give } })],
];

/* Node ends the process for a rejection that nobody handles. */

describe.each(givers)("a promise within a value that %s", (_what, appOf) => {
  it.each(values)("may reject in %s", async (_shape, give) => {
    const { status } = await (await serve(appOf(give))).ask("GET /");
    expect(status).toBeGreaterThanOrEqual(200);
    await nextTurn();
    expect(errors).toEqual([]);
  });
});
