import express from "express";
import { App, Get, Post, HTTPError, Router, VersioningURI, WithVersion, Status, Deprecated, WithTags, Summary } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

interface Cat {
  id: string;
  name: string;
}

@Router("/cats", WithTags("cats"))
class CatsController {
  readonly cats: Cat[] = [{ id: "1", name: "Tom" }];

  @Deprecated()
  @Get("/", WithVersion("1"), Summary("The names of all cats"))
  names() {
    return this.cats.map(({ name }) => name);
  }
  @Get("/{id}", WithVersion("1", "2"))
  one(req: express.Request<{ id: string }>) {
    const cat = this.cats.find(({ id }) => id === req.params.id);
    if (!cat) throw new HTTPError(404, `no cat has the id ${req.params.id}`);
    return cat;
  }
}

const app = new App({ Title: "Cats", Versioning: { Type: VersioningURI } });
app.Include(CatsController);
const server = express().use("/docs", Docs(app)).use(app.Build());
const port = Number(process.env.PORT ?? 3000);
server.listen(port, () => { console.log(`http://localhost:${port}/docs`); });
