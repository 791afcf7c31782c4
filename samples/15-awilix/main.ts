import { asClass, createContainer, type Constructor } from "awilix";
import express, { type Request } from "express";
import { App, Get, HTTPError, Router, Summary } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

class Cats {
  readonly #names = new Map([["1", "Tom"]]);

  find(id: string): string | undefined {
    return this.#names.get(id);
  }
}

@Router("/cats")
class CatsController {
  readonly #cats: Cats;

  constructor({ cats }: { cats: Cats }) {
    this.#cats = cats;
  }

  @Get("/{id}", Summary("One cat"))
  get(req: Request<{ id: string }>) {
    const name = this.#cats.find(req.params.id);
    if (name === undefined) throw new HTTPError(404, `no cat has the id ${req.params.id}`);
    return { name };
  }
}

const container = createContainer();
container.register({ cats: asClass(Cats).singleton() });

const app = new App({
  Title: "Cats",
  Container: { get: <T>(controller: Constructor<T>) => container.build(controller) },
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
