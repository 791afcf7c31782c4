import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import express from "express";
import {
  App,
  HTTPError,
  VersioningHeader,
  WithBody,
  WithCookies,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import { CreateFetch, CreateServer, type MemoryFetch } from "versioned-controllers/server";
import { z } from "zod";

/*
 * Serves one App in every way, and prints the ports as JSON. It is bundled, and run by each runtime. `/ended` tells how often a handler's
 * items have ended, so that a test sees an abort.
 */

const Cat = z.object({ name: z.string() });
let ended = 0;

function appOf(): App {
  return new App(
    {
      Versioning: { Type: VersioningHeader, Header: "X-API-Version" },
      TrustRequestID: true,
      Logger: { warn: () => undefined, error: () => undefined },
    },
    WithVersion("1", "2"),
  )
    .Get("/cats", () => [{ name: "Tom" }])
    .Get("/cats/{id}", (req) => ({ ...req.params, ...(req.query as object), ip: typeof req.ip }))
    .Get("/text", () => "text")
    .Get("/bytes", () => Buffer.from([1, 2, 255]))
    .Get("/stream", () => Readable.from(["a", "b"]))
    .Get("/late", () => Readable.from(failing()))
    .Get("/items", async function* items() {
      yield* await Promise.resolve([1, { name: "Tom" }]);
    })
    .Get(
      "/events",
      async function* events() {
        yield* await Promise.resolve([{ name: "Tom" }]);
      },
      WithResponse(200, Cat, { Type: "text/event-stream" }),
    )
    .Get("/endless", async function* endless() {
      try {
        for (;;) yield await new Promise((resolve) => setTimeout(resolve, 1, "item"));
      } finally {
        ended += 1;
      }
    })
    .Get("/ended", () => ended)
    .Get("/nothing", () => undefined)
    .Get("/express", (_req, res) => res.status(201).cookie("a", "1").json(["Tom"]))
    .Get("/taken", () => {
      throw new HTTPError(409, "Tom exists", { headers: { "Retry-After": "1" } });
    })
    .Get("/broken", () => Promise.reject(new Error("broken")))
    .Get("/cookies", (req) => req.cookies, WithCookies(z.object({ a: z.string() })))
    .Post(
      "/json",
      (req) => ({ name: req.body.name.slice(0, 20), length: req.body.name.length }),
      WithBody(Cat),
    )
    .Post("/form", (req) => req.body, WithBody(Cat, { Type: "form" }))
    .Post("/multipart", (req) => req.body, WithBody(Cat, { Type: "multipart" }))
    .Post("/texts", (req) => req.body, WithBody(z.string(), { Type: "text" }))
    .Post("/octets", (req) => req.body.toString("hex"), WithBody(z.instanceof(Buffer), { Type: "bytes" }));
}

async function* failing(): AsyncGenerator<string> {
  yield await Promise.resolve("first");
  throw new Error("late");
}

/** A server that passes each request to CreateFetch, and its Response back. */
function passing(inMemory: MemoryFetch): Server {
  return createServer((req, res) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of req) chunks.push(chunk as Uint8Array);
      const hasBody = chunks.length > 0;
      const headers = Object.entries(req.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const { method = "GET", url = "" } = req;
      const request = new Request(`http://localhost${url}`, {
        method,
        headers,
        ...(hasBody && { body: Buffer.concat(chunks) }),
      });
      const response = await inMemory(request);
      res.writeHead(response.status, Object.fromEntries(response.headers));
      const reader = response.body?.getReader();
      res.on("close", () => void reader?.cancel().catch(() => undefined));
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        res.write(part.value);
      }
      res.end();
    })().catch(() => res.destroy());
  });
}

const servers: Readonly<Record<string, Server>> = {
  "express().use(app.Build())": createServer(express().use(appOf().Build())),
  "CreateServer(App)": CreateServer(appOf()),
  "CreateServer(express)": CreateServer(express().use(appOf().Build())),
  CreateFetch: passing(CreateFetch(appOf())),
};

async function main(): Promise<void> {
  const ports: Record<string, number> = {};
  for (const [name, server] of Object.entries(servers)) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ports[name] = (server.address() as AddressInfo).port;
  }
  console.log(JSON.stringify(ports));
}

void main();
