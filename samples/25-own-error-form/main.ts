import express from "express";
import { App, HTTPError, Summary, WithBody, type ErrorFormat } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";

type Issues = readonly { readonly path: readonly (string | number)[]; readonly message: string }[];

/** `422 {"errors":{"email":["is invalid"]}}` of input, and `{"errors":{"not_found":["no such user"]}}` of everything else. */
const houseErrors: ErrorFormat = {
  InvalidStatus: 422,
  Schema: z.object({ errors: z.record(z.string(), z.array(z.string())) }).meta({ id: "Errors" }),
  Body: ({ code, message, details }) => {
    const issues = code === "invalid_request" ? (details as Issues) : [{ path: [code], message }];
    // A Map, since a path may hold a name that the client has made up, such as __proto__.
    const errors = new Map<string, string[]>(issues.map(({ path }) => [path.join("."), []]));
    for (const issue of issues) errors.get(issue.path.join("."))?.push(issue.message);
    return { errors: Object.fromEntries(errors) };
  },
};

const NewUser = z.object({
  email: z.email("is invalid"),
  password: z.string("can't be blank").min(8, "is too short"),
});

const app = new App({ Title: "Users", Errors: houseErrors })
  .Post("/users", (req) => ({ email: req.body.email }), Summary("Add a user"), WithBody(NewUser))
  .Get(
    "/users/{id}",
    () => {
      throw new HTTPError(404, "no such user");
    },
    Summary("One user"),
  );

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
