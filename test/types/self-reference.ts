// Handlers that name the app that they are registered on: read by `npm run check:types` under both compilers and flavours.
import { z } from "zod";
import { App, Hidden, WithBody, WithResponse } from "versioned-controllers";

const Named = z.object({ name: z.string() });

export const named = new App().Get("/who", () => named.Inspect().length);
export const withRequest = new App().Get("/who", (req) => [withRequest.Inspect().length, req.path]);
export const hidden = new App().Get(
  "/who",
  () => hidden.Inspect().length,
  Hidden(),
  WithResponse(404, Named),
);
export const withBody = new App().Post(
  "/who",
  (req) => [req.body.name, withBody.Inspect().length],
  WithBody(Named),
);
export const typed: App = new App().Get(
  "/who",
  () => ({ name: String(typed.Inspect().length) }),
  WithResponse(200, Named),
);
