import express from "express";
import {
  App,
  Get,
  HTTPError,
  Post,
  ProblemDetails,
  Router,
  Summary,
  WithBody,
  type Typed,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";

const NewCat = z.object({ name: z.string(), born: z.int() });
const names = new Set(["Tom"]);

@Router("/cats")
class CatsController {
  @Get("/", Summary("The cats"))
  list() {
    return [...names];
  }

  @Post("/", Summary("Add a cat"), WithBody(NewCat))
  add(req: Typed<{ body: typeof NewCat }>) {
    const { name } = req.body;
    if (names.has(name)) {
      throw new HTTPError(409, `there is a ${name}`, { code: "name_taken", details: { name } });
    }
    names.add(name);
    return { name };
  }
}

// Every error of the App, its own 404, 400 and 500 among them, is application/problem+json (RFC 9457).
const app = new App({ Title: "Cats", Errors: ProblemDetails });
app.Include(CatsController);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
