import express, { type Request, type Response } from "express";
import {
  App,
  Deprecated,
  Get,
  HTTPError,
  Post,
  Router,
  Status,
  Summary,
  VersioningURI,
  WithMiddleware,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

interface Cat {
  readonly id: string;
  readonly name: string;
  readonly born: number;
}

const cats: Cat[] = [
  { id: "1", name: "Tom", born: 2019 },
  { id: "2", name: "Kitty", born: 2021 },
];

// Version 1 knows nothing but names.
@Router("/cats", WithVersion("1"), WithTags("cats"), Deprecated())
class CatsV1Controller {
  @Get("/", Summary("The names of all cats"))
  list() {
    return cats.map(({ name }) => name);
  }

  @Get("/{id}", Summary("The name of one cat"))
  get(req: Request<{ id: string }>) {
    return { name: findCat(req.params.id).name };
  }
}

// Version 2 shows whole cats, and takes new ones.
@Router("/cats", WithVersion("2"), WithTags("cats"))
class CatsV2Controller {
  @Get("/", Summary("All cats"))
  list() {
    return { cats, total: cats.length };
  }

  @Get("/{id}", Summary("One cat"))
  get(req: Request<{ id: string }>) {
    return findCat(req.params.id);
  }

  @Post("/", Summary("Add a cat"), Status(201), WithMiddleware(express.json()))
  create(req: Request, res: Response) {
    const cat = { id: String(cats.length + 1), ...readCat(req.body) };
    cats.push(cat);
    res.location(`/v2/cats/${cat.id}`);
    return cat;
  }
}

function findCat(id: string): Cat {
  const cat = cats.find((each) => each.id === id);
  if (!cat) throw new HTTPError(404, `no cat has the id ${id}`);
  return cat;
}

function readCat(body: unknown): Omit<Cat, "id"> {
  if (body instanceof Object && "name" in body && "born" in body) {
    const { name, born } = body;
    if (typeof name === "string" && typeof born === "number") return { name, born };
  }
  throw new HTTPError(400, "a cat has a name and the year it was born", { code: "invalid_cat" });
}

const app = new App({ Title: "Cats", Version: "2.0.0", Versioning: { Type: VersioningURI } });
app.Include([CatsV1Controller, CatsV2Controller]);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(tryThis(`http://localhost:${address.port}`));
});
process.once("SIGTERM", () => server.close());

function tryThis(url: string): string {
  return `${url}/docs

curl ${url}/v1/cats
curl ${url}/v2/cats
curl ${url}/v2/cats/1
curl ${url}/v2/cats/7
curl ${url}/v2/cats -H 'Content-Type: application/json' -d '{"name":"Felix","born":2024}'`;
}
