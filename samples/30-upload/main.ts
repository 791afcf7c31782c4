import express, { type Response } from "express";
import {
  App,
  Get,
  HTTPError,
  Post,
  Router,
  Summary,
  WithBody,
  WithParams,
  WithResponse,
  type Typed,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";

const types = ["image/png", "image/jpeg", "image/svg+xml"];
const NewPhoto = z
  .object({
    title: z.string().min(1),
    tags: z.array(z.string()).default([]),
    photo: z.file().max(100_000).mime(types),
  })
  .meta({ title: "NewPhoto" });
const Photo = z
  .object({ id: z.number(), title: z.string(), tags: z.array(z.string()), bytes: z.number() })
  .meta({ title: "Photo" });
const ByID = z.object({ id: z.coerce.number().int() });

interface StoredPhoto extends z.infer<typeof Photo> {
  readonly type: string;
  readonly content: Buffer;
}

@Router("/photos")
class PhotosController {
  readonly #photos: StoredPhoto[] = [];

  /** `Limit` bounds the whole body, and so the memory that it takes; the schema bounds the file. */
  @Post(
    "/",
    Summary("Add a photo"),
    WithBody(NewPhoto, { Type: "multipart", Limit: "200kb" }),
    WithResponse(201, Photo),
  )
  async add({ body: { title, tags, photo } }: Typed<{ body: typeof NewPhoto }>, res: Response) {
    const content = Buffer.from(await photo.arrayBuffer());
    const id = this.#photos.length + 1;
    const stored = { id, title, tags, bytes: content.length, type: photo.type, content };
    this.#photos.push(stored);
    res.location(`/photos/${id}`);
    // The schema names neither the type nor the content: they are not sent.
    return stored;
  }

  @Get("/", Summary("All photos"), WithResponse(200, z.array(Photo)))
  list() {
    return this.#photos;
  }

  @Get("/{id}", Summary("A photo"), WithParams(ByID), WithResponse(404))
  get(req: Typed<{ params: typeof ByID }>, res: Response) {
    const photo = this.#photos.find(({ id }) => id === req.params.id);
    if (!photo) throw new HTTPError(404, `no photo has the id ${req.params.id}`);
    // The type is the client's word. It is one of those above, and neither guessed at nor run as a page.
    res.type(photo.type).set("X-Content-Type-Options", "nosniff");
    res.set("Content-Security-Policy", "default-src 'none'; sandbox");
    return photo.content;
  }
}

const app = new App({ Title: "Photos" });
app.Include(PhotosController);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
