/* Programs of the same routes, handlers and schemas, by this package and by others. */
import type { Program } from "./compile";

/** The routes of one resource: a list with a query, one to read, one to add, one to change, one to remove. */
const routesPerResource = 5;

/** Writes the file of one resource, beside its schemas. */
type WriteResource = (resource: Resource) => string;

/** The names of one resource: schemas and classes differ, as those of an application do. */
interface Resource {
  readonly path: string;
  readonly cat: string;
}

/** Programs with so many routes, by the words of the table. */
export function programsOf(routes: number): Readonly<Record<string, Program>> {
  const programOf = (write: WriteResource): Program => program(routes, write);
  return {
    functions: programOf(functions),
    "decorated controllers": programOf(controllers),
    "legacy controllers": { ...programOf(controllers), isLegacy: true },
  };
}

/** The same by others, whose packages stand in bench/package.json. */
export function programsOfPeers(routes: number): Readonly<Record<string, Program>> {
  return {
    "Express, z.infer by hand": program(routes, express),
    oRPC: program(routes, orpc),
    "Fastify, type-provider-zod": program(routes, fastify),
    "Hono, zod-openapi": program(routes, hono),
  };
}

/** The schemas of all resources, and nothing that uses them. */
export function schemasAlone(routes: number): Program {
  return program(routes, () => "");
}

function program(routes: number, write: WriteResource): Program {
  const resources = Array.from({ length: routes / routesPerResource }, (_, i) => `resource${i}`);
  const files = resources.map((path, i) => [
    `${path}.ts`,
    schemas(`Cat${i}`) + write({ path, cat: `Cat${i}` }),
  ]);
  return { files: Object.fromEntries(files) as Record<string, string> };
}

function schemas(cat: string): string {
  return `import { z } from "zod";
const Page${cat} = z.object({ page: z.coerce.number().default(1), by: z.enum(["name", "born"]).default("name") });
const Trial${cat} = z.object({ trial: z.stringbool().default(false) });
const ${cat} = z.object({
  id: z.int(), name: z.string(), nick: z.string().optional(), born: z.iso.date(), lives: z.int(),
  kind: z.enum(["house", "wild"]), tags: z.array(z.string()), owner: z.object({ id: z.int(), name: z.string() }),
});
const New${cat} = z.object({
  name: z.string(), nick: z.string().optional(), born: z.iso.date(), lives: z.int().default(9),
  kind: z.enum(["house", "wild"]), tags: z.array(z.string()), owner: z.object({ id: z.int() }),
});
const Changed${cat} = z.object({ name: z.string().optional(), lives: z.int().optional(), tags: z.array(z.string()).optional() });
const List${cat} = z.object({ cats: z.array(${cat}), page: z.int() });
const Removed${cat} = z.object({ id: z.int(), at: z.iso.datetime() });
type One = z.output<typeof ${cat}>;
interface Store {
  list(page: number, by: "name" | "born"): One[];
  one(id: string): One;
  add(cat: z.output<typeof New${cat}>, isTrial: boolean): One;
  change(id: string, cat: z.output<typeof Changed${cat}>): One;
  remove(id: string, isTrial: boolean): z.output<typeof Removed${cat}>;
}
declare const store: Store;
export const all${cat} = [Page${cat}, Trial${cat}, New${cat}, Changed${cat}, List${cat}, Removed${cat}, store] as const;
`;
}

const functions: WriteResource = ({ path, cat }) => `
import { Router, WithBody, WithQuery, WithResponse } from "versioned-controllers";
export const ${path} = new Router("/${path}");
${path}.Get("/", (req) => ({ cats: store.list(req.query.page, req.query.by), page: req.query.page }), WithQuery(Page${cat}), WithResponse(200, List${cat}));
${path}.Get("/{id}", (req) => store.one(req.params.id), WithResponse(200, ${cat}));
${path}.Post("/", (req) => store.add(req.body, req.query.trial), WithBody(New${cat}), WithQuery(Trial${cat}), WithResponse(201, ${cat}));
${path}.Patch("/{id}", (req) => store.change(req.params.id, req.body), WithBody(Changed${cat}), WithResponse(200, ${cat}));
${path}.Delete("/{id}", (req) => store.remove(req.params.id, req.query.trial), WithQuery(Trial${cat}), WithResponse(200, Removed${cat}));
`;

const controllers: WriteResource = ({ path, cat }) => `
import type { Request } from "express";
import { Delete, Get, Patch, Post, Router, WithBody, WithQuery, WithResponse, type Typed } from "versioned-controllers";
@Router("/${path}")
export class ${cat}Controller {
  @Get("/", WithQuery(Page${cat}), WithResponse(200, List${cat}))
  list(req: Typed<{ query: typeof Page${cat} }>) { return { cats: store.list(req.query.page, req.query.by), page: req.query.page }; }
  @Get("/{id}", WithResponse(200, ${cat}))
  one(req: Request<{ id: string }>) { return store.one(req.params.id); }
  @Post("/", WithBody(New${cat}), WithQuery(Trial${cat}), WithResponse(201, ${cat}))
  add(req: Typed<{ body: typeof New${cat}; query: typeof Trial${cat} }>) { return store.add(req.body, req.query.trial); }
  @Patch("/{id}", WithBody(Changed${cat}), WithResponse(200, ${cat}))
  change(req: Typed<{ body: typeof Changed${cat} }>) { return store.change(String(req.params.id), req.body); }
  @Delete("/{id}", WithQuery(Trial${cat}), WithResponse(200, Removed${cat}))
  remove(req: Typed<{ query: typeof Trial${cat} }>) { return store.remove(String(req.params.id), req.query.trial); }
}
`;

const express: WriteResource = ({ path, cat }) => `
import { Router, type Request, type Response } from "express";
export const ${path} = Router();
${path}.get("/", (req: Request, res: Response<z.output<typeof List${cat}>>) => { const { page, by } = Page${cat}.parse(req.query); res.json({ cats: store.list(page, by), page }); });
${path}.get("/:id", (req: Request<{ id: string }>, res: Response<z.output<typeof ${cat}>>) => { res.json(store.one(req.params.id)); });
${path}.post("/", (req: Request, res: Response<z.output<typeof ${cat}>>) => { res.status(201).json(store.add(New${cat}.parse(req.body), Trial${cat}.parse(req.query).trial)); });
${path}.patch("/:id", (req: Request<{ id: string }>, res: Response<z.output<typeof ${cat}>>) => { res.json(store.change(req.params.id, Changed${cat}.parse(req.body))); });
${path}.delete("/:id", (req: Request<{ id: string }>, res: Response<z.output<typeof Removed${cat}>>) => { res.json(store.remove(req.params.id, Trial${cat}.parse(req.query).trial)); });
`;

const orpc: WriteResource = ({ path, cat }) => `
import { os } from "@orpc/server";
const WithID = z.object({ id: z.string() });
export const ${path} = {
  list: os.route({ method: "GET", path: "/${path}" }).input(Page${cat}).output(List${cat}).handler(({ input }) => ({ cats: store.list(input.page, input.by), page: input.page })),
  one: os.route({ method: "GET", path: "/${path}/{id}" }).input(WithID).output(${cat}).handler(({ input }) => store.one(input.id)),
  add: os.route({ method: "POST", path: "/${path}", inputStructure: "detailed" }).input(z.object({ body: New${cat}, query: Trial${cat} })).output(${cat}).handler(({ input }) => store.add(input.body, input.query.trial)),
  change: os.route({ method: "PATCH", path: "/${path}/{id}", inputStructure: "detailed" }).input(z.object({ params: WithID, body: Changed${cat} })).output(${cat}).handler(({ input }) => store.change(input.params.id, input.body)),
  remove: os.route({ method: "DELETE", path: "/${path}/{id}", inputStructure: "detailed" }).input(z.object({ params: WithID, query: Trial${cat} })).output(Removed${cat}).handler(({ input }) => store.remove(input.params.id, input.query.trial)),
};
`;

const fastify: WriteResource = ({ path, cat }) => `
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
const WithID = z.object({ id: z.string() });
export function ${path}(server: FastifyInstance): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  app.get("/${path}", { schema: { querystring: Page${cat}, response: { 200: List${cat} } } }, (req) => ({ cats: store.list(req.query.page, req.query.by), page: req.query.page }));
  app.get("/${path}/:id", { schema: { params: WithID, response: { 200: ${cat} } } }, (req) => store.one(req.params.id));
  app.post("/${path}", { schema: { body: New${cat}, querystring: Trial${cat}, response: { 201: ${cat} } } }, (req, reply) => { reply.code(201); return store.add(req.body, req.query.trial); });
  app.patch("/${path}/:id", { schema: { params: WithID, body: Changed${cat}, response: { 200: ${cat} } } }, (req) => store.change(req.params.id, req.body));
  app.delete("/${path}/:id", { schema: { params: WithID, querystring: Trial${cat}, response: { 200: Removed${cat} } } }, (req) => store.remove(req.params.id, req.query.trial));
}
`;

const hono: WriteResource = ({ path, cat }) => `
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
const WithID = z.object({ id: z.string() });
const json = <S extends z.ZodType>(schema: S) => ({ content: { "application/json": { schema } }, description: "OK" });
export const ${path} = new OpenAPIHono();
${path}.openapi(createRoute({ method: "get", path: "/${path}", request: { query: Page${cat} }, responses: { 200: json(List${cat}) } }), (c) => { const { page, by } = c.req.valid("query"); return c.json({ cats: store.list(page, by), page }, 200); });
${path}.openapi(createRoute({ method: "get", path: "/${path}/{id}", request: { params: WithID }, responses: { 200: json(${cat}) } }), (c) => c.json(store.one(c.req.valid("param").id), 200));
${path}.openapi(createRoute({ method: "post", path: "/${path}", request: { query: Trial${cat}, body: json(New${cat}) }, responses: { 201: json(${cat}) } }), (c) => c.json(store.add(c.req.valid("json"), c.req.valid("query").trial), 201));
${path}.openapi(createRoute({ method: "patch", path: "/${path}/{id}", request: { params: WithID, body: json(Changed${cat}) }, responses: { 200: json(${cat}) } }), (c) => c.json(store.change(c.req.valid("param").id, c.req.valid("json")), 200));
${path}.openapi(createRoute({ method: "delete", path: "/${path}/{id}", request: { params: WithID, query: Trial${cat} }, responses: { 200: json(Removed${cat}) } }), (c) => c.json(store.remove(c.req.valid("param").id, c.req.valid("query").trial), 200));
`;
