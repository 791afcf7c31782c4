import express, { type Request, type Response } from "express";
import {
  App,
  Delete,
  Deprecated,
  Get,
  HTTPError,
  Post,
  Router,
  Summary,
  VersioningURI,
  WithBody,
  WithGuards,
  WithHeaders,
  WithResponse,
  WithTags,
  WithVersion,
  type Typed,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";

const NewCat = z.object({ name: z.string().min(1), born: z.number().int() }).meta({ title: "NewCat" });
const Cat = z.object({ id: z.string(), ...NewCat.shape }).meta({ title: "Cat" });
const Cats = z.object({ cats: z.array(Cat), total: z.number().int() }).meta({ title: "Cats" });
const CatName = Cat.pick({ name: true }).meta({ title: "CatName" });
const Key = z.object({ "x-key": z.string().meta({ description: "It is meow." }) });

/** A cat as it is kept. No schema of a response names its vet, so no client is sent that. */
interface StoredCat extends z.infer<typeof Cat> {
  readonly vet?: string;
}

const cats: StoredCat[] = [
  { id: "1", name: "Tom", born: 2019, vet: "Dr. Fang" },
  { id: "2", name: "Kitty", born: 2021, vet: "Dr. Claw" },
];

// Version 1 knows nothing but names.
@Router("/cats", WithVersion("1"), WithTags("cats"), Deprecated())
class CatsV1Controller {
  @Get("/", Summary("The names of all cats"), WithResponse(200, z.array(z.string())))
  list() {
    return cats.map(({ name }) => name);
  }

  @Get("/{id}", Summary("The name of one cat"), WithResponse(200, CatName), WithResponse(404))
  get(req: Request<{ id: string }>) {
    return findCat(req.params.id);
  }
}

// Version 2 shows whole cats, takes new ones, and lets whoever has the key remove them.
@Router("/cats", WithVersion("2"), WithTags("cats"))
class CatsV2Controller {
  @Get("/", Summary("All cats"), WithResponse(200, Cats))
  list() {
    return { cats, total: cats.length };
  }

  @Get("/{id}", Summary("One cat"), WithResponse(200, Cat), WithResponse(404))
  get(req: Request<{ id: string }>) {
    return findCat(req.params.id);
  }

  @Post(
    "/",
    Summary("Add a cat"),
    WithBody(NewCat, { Examples: { Felix: { name: "Felix", born: 2024 } } }),
    WithResponse(201, Cat),
  )
  create(req: Typed<{ body: typeof NewCat }>, res: Response) {
    const cat = { id: String(cats.length + 1), ...req.body };
    cats.push(cat);
    res.location(`/v2/cats/${cat.id}`);
    return cat;
  }

  @Delete("/{id}", Summary("Remove a cat"), WithGuards(hasKey), WithHeaders(Key), WithResponse(204))
  remove(req: Request<{ id: string }>) {
    cats.splice(cats.indexOf(findCat(req.params.id)), 1);
  }
}

/** Only `true` admits: anything else is answered with 403. */
function hasKey(req: Request): boolean {
  return req.get("X-Key") === "meow";
}

function findCat(id: string): StoredCat {
  const cat = cats.find((each) => each.id === id);
  if (!cat) throw new HTTPError(404, `no cat has the id ${id}`);
  return cat;
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
curl ${url}/v2/cats -H 'Content-Type: application/json' -d '{"name":"Felix","born":2024}'
curl -X DELETE ${url}/v2/cats/2 -H 'X-Key: meow'`;
}
