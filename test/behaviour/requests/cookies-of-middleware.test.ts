import { App, WithCookies, WithMiddleware } from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

it("cookies that a middleware has made a text of are not an object, which the schema gets", async () => {
  const app = new App({ Logger: recordingLogger() }).Get(
    "/cats",
    () => "Tom",
    WithMiddleware((req, _res, next) => {
      Object.assign(req, { cookies: "a=1" });
      next();
    }),
    WithCookies(z.object({ a: z.string() })),
  );
  const { status, json } = await (await serve(app)).ask("GET /cats", { Cookie: "a=1" });
  expect(status).toBe(400);
  expect(json).toMatchObject({ error: { details: [{ in: "cookies" }] } });
});
