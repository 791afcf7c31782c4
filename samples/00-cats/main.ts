import express, { type Request, type Response } from "express";
import {
  App,
  DefineVersions,
  Delete,
  Get,
  HTTPError,
  Post,
  Router,
  Since,
  Summary,
  Versioned,
  VersioningURI,
  WithBody,
  WithGuards,
  WithHeaders,
  WithResponse,
  WithTags,
  type Typed,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";

const V = DefineVersions("1", "2");
const Whole = V.Change("2", "Lists contain cat objects, not only names.");

const NewCat = z.object({ name: z.string().min(1), born: z.number().int() }).meta({ title: "NewCat" });
const WholeCat = z.object({ id: z.string(), ...NewCat.shape }).meta({ title: "Cat" });
const CatName = WholeCat.pick({ name: true }).meta({ title: "CatName" });
const CatList = z.object({ cats: z.array(WholeCat), total: z.number().int() }).meta({ title: "Cats" });

// The handlers know version 2 alone: a change says what version 1 saw.
const Cat = Versioned(WholeCat).Before(Whole, CatName, { Down: ({ name }) => ({ name }) });
const Cats = Versioned(CatList).Before(Whole, z.array(z.string()), {
  Down: ({ cats }) => cats.map(({ name }) => name),
});
const Key = z.object({ "x-key": z.string().meta({ description: "It is meow." }) });

/** A cat as it is kept. No schema of a response names its vet, so no client is sent that. */
interface StoredCat extends z.infer<typeof WholeCat> {
  readonly vet?: string;
}

const cats: StoredCat[] = [
  { id: "1", name: "Tom", born: 2019, vet: "Dr. Fang" },
  { id: "2", name: "Kitty", born: 2021, vet: "Dr. Claw" },
];

@Router("/cats", Since("1"), WithTags("cats"))
class CatsController {
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
    Since("2"),
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

  @Delete(
    "/{id}",
    Since("2"),
    Summary("Remove a cat"),
    WithGuards(hasKey),
    WithHeaders(Key),
    WithResponse(204),
  )
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

const app = new App({
  Title: "Cats",
  Version: "2.0.0",
  Versioning: {
    Type: VersioningURI,
    Versions: V.List,
    Lifecycle: { "1": { Deprecated: "2026-01-01", Successor: "2" } },
  },
});
app.Include(CatsController);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(tryThis(`http://localhost:${address.port}`));
});
server.on("error", ({ message }) => {
  console.error(`${message}: set another PORT, as in PORT=3001 npm start`);
  process.exitCode = 1;
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
