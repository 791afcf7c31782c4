import express, { type Request } from "express";
// Before tsyringe, which needs reflect-metadata: this brings it.
import { App, Get, HTTPError, Router, Summary } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { container } from "tsyringe";

class Cats {
  readonly #names = new Map([["1", "Tom"]]);

  find(id: string): string | undefined {
    return this.#names.get(id);
  }
}

@Router("/cats")
class CatsController {
  readonly #cats: Cats;

  constructor(cats: Cats) {
    this.#cats = cats;
  }

  @Get("/{id}", Summary("One cat"))
  get(req: Request<{ id: string }>) {
    const name = this.#cats.find(req.params.id);
    if (name === undefined) throw new HTTPError(404, `no cat has the id ${req.params.id}`);
    return { name };
  }
}

// Standard decorators have no parameters to mark, so a factory says what a constructor takes.
container.registerSingleton(Cats);
container.register(CatsController.name, { useFactory: (from) => new CatsController(from.resolve(Cats)) });

const app = new App({
  Title: "Cats",
  Container: { get: (controller) => container.resolve(controller.name) },
});
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
