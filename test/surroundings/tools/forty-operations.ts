import { Readable } from "node:stream";
import {
  AnyOf,
  App,
  Anonymous,
  Deprecated,
  DefineVersions,
  HTTPError,
  Router,
  SecurityScheme,
  Status,
  Summary,
  WithBody,
  WithCookies,
  WithGuards,
  WithHeaders,
  WithParams,
  WithPrefix,
  WithQuery,
  WithResponse,
  WithSecurity,
  WithTags,
  WithVersion,
  VersionNeutral,
  type VersioningOptions,
} from "versioned-controllers";
import { z } from "zod";

const V = DefineVersions("1", "2");
const both = V.Since("1");

const Named = z.object({ name: z.string().min(1) });
const Numbered = z.object({ id: z.coerce.number().int() });
const Thing = Named.extend({ id: z.number().int() }).meta({ id: "Thing" });
const Page = z.object({
  page: z.coerce.number().int().min(1).default(1),
  tag: z.array(z.string()).optional(),
});

/** Five operations, as most of an API are: a list, one of it, and its changes. */
function resource(name: string): Router {
  const thing = (id: number) => ({ id, name });
  return new Router(`/${name}`, WithTags(name), both)
    .Get("/", (): unknown => [thing(1)], Summary("All"), WithQuery(Page), WithResponse(200, z.array(Thing)))
    .Post("/", (): unknown => thing(2), Summary("Add"), WithBody(Named), WithResponse(201, Thing))
    .Get("/{id}", one, Summary("One"), WithParams(Numbered), WithResponse(200, Thing))
    .Put("/{id}", one, Summary("Replace"), WithParams(Numbered), WithBody(Named), WithResponse(200, Thing))
    .Delete("/{id}", () => undefined, Summary("Remove"), Status(204));

  function one({ params: { id } }: { params: { id: unknown } }): unknown {
    if (id === 404) throw new HTTPError(404, `no ${name} has this id`);
    return { id, name };
  }
}

const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, (req) =>
  req.get("authorization") === "Bearer ann" ? { name: "Ann" } : undefined,
);
const Key = new SecurityScheme("key", { type: "apiKey", in: "header", name: "X-Key" }, (req) =>
  req.get("x-key") === "k" ? { name: "Kim" } : undefined,
);

function guarded(): Router {
  return new Router("/secret", WithTags("secret"), both)
    .Get("/me", (req) => Bearer.Of(req), Summary("Who asks"), WithSecurity(Bearer), WithResponse(200, Named))
    .Get(
      "/either",
      () => "in",
      Summary("Either"),
      WithSecurity(AnyOf(Bearer, Key)),
      WithResponse(200, z.string()),
    )
    .Get(
      "/anyone",
      () => "in",
      Summary("Anyone"),
      WithResponse(200, z.string()),
      WithSecurity(AnyOf(Bearer, Anonymous)),
    )
    .Get(
      "/never",
      () => 1,
      Summary("Nobody"),
      WithGuards(() => false),
    );
}

/** Request bodies in other forms than JSON. */
function bodies(): Router {
  const Form = z.object({ name: z.string(), age: z.coerce.number().int() });
  const Upload = z.object({ name: z.string(), file: z.file() });
  return new Router("/bodies", WithTags("bodies"), both)
    .Post(
      "/form",
      (req): unknown => req.body,
      Summary("A form"),
      WithBody(Form, { Type: "form" }),
      WithResponse(200, Form),
    )
    .Post(
      "/upload",
      ({ body }) => body.file.size,
      Summary("A file"),
      WithBody(Upload, { Type: "multipart" }),
      WithResponse(200, z.number()),
    )
    .Post(
      "/text",
      ({ body }) => body,
      Summary("A text"),
      WithBody(z.string(), { Type: "text" }),
      WithResponse(200, z.string()),
    )
    .Post(
      "/bytes",
      ({ body }) => (Buffer.isBuffer(body) ? body.length : 0),
      Summary("Bytes"),
      WithBody(z.unknown(), { Type: "bytes" }),
      WithResponse(200, z.number()),
    )
    .Post(
      "/either",
      (req): unknown => req.body,
      Summary("Several"),
      WithBody(Named, { Type: ["json", "form"] }),
      WithResponse(200, Named),
    );
}

/** Answers in other forms than JSON. */
function answers(): Router {
  return new Router("/answers", WithTags("answers"), both)
    .Get("/text", () => "told", Summary("A text"), WithResponse(200, z.string()))
    .Get("/csv", () => "a,b", Summary("A table"), WithResponse(200, z.string(), { Type: "text/csv" }))
    .Get(
      "/bytes",
      () => Buffer.from("b"),
      Summary("Bytes"),
      WithResponse(200, undefined, { Type: "application/pdf" }),
    )
    .Get(
      "/stream",
      () => Readable.from(["a"]),
      Summary("A stream"),
      WithResponse(200, undefined, { Type: "text/plain" }),
    )
    .Get("/null", () => null, Summary("Nothing"), WithResponse(200, z.null()))
    .Get("/nothing", () => undefined, Summary("No content"), WithResponse(204))
    .Get(
      "/headed",
      (_req, res) => {
        res.set("X-Count", "3");
        return [];
      },
      Summary("A header"),
      WithResponse(200, z.array(z.string()), { Headers: { "X-Count": z.coerce.number().int() } }),
    )
    .Get("/refused", refuse, Summary("Refused"), WithResponse(409, undefined, "It is taken"))
    .Get("/any", () => ({ a: [1, "b", null] }), Summary("Anything"), Deprecated());

  function refuse(): never {
    throw new HTTPError(409, "it is taken");
  }
}

function parts(): Router {
  const Traced = z.object({ "x-trace": z.string().min(3), "x-depth": z.coerce.number().optional() });
  return new Router("/parts", WithTags("parts"), both)
    .Get("/headers", () => "traced", Summary("Headers"), WithResponse(200, z.string()), WithHeaders(Traced))
    .Get(
      "/cookies",
      () => "tasty",
      Summary("Cookies"),
      WithResponse(200, z.string()),
      WithCookies(z.object({ taste: z.enum(["sweet", "salty"]) })),
    )
    .Get("/rest/{path...}", (req) => req.params.path, Summary("A rest"), WithResponse(200, z.string()))
    .Get("/encoded/{name}", (req) => req.params.name, Summary("Any text"), WithResponse(200, z.string()));
}

/** An API of forty operations in each of two versions: what an application may declare, each at least once. */
export function fortyOperations(Versioning: VersioningOptions): App {
  return new App({
    Title: "Forty operations",
    Versioning: { ...Versioning, Versions: V.List, Report: true },
    CheckResponses: true,
  })
    .Include(["cats", "dogs", "owls"].map(resource), WithPrefix("/animals"))
    .Include([guarded(), bodies(), answers(), parts()])
    .Get(
      "/changed",
      () => ({ count: 1 }),
      Summary("Changed"),
      V.Until("1"),
      WithResponse(200, z.object({ count: z.number() })),
    )
    .Get(
      "/changed",
      () => ({ total: 1 }),
      Summary("Changed"),
      V.Since("2"),
      WithResponse(200, z.object({ total: z.number() })),
    )
    .Get(
      "/health",
      () => "well",
      Summary("Well"),
      WithVersion(VersionNeutral),
      WithResponse(200, z.string()),
    );
}
