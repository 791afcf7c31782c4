import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import express from "express";
import { App, WithBody, type BodyType } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { z } from "zod";
import { collectGarbage } from "../../support/garbage";
import { request } from "../../support/wire";
import { listen, type Served } from "../../support/serve";
import { until } from "../../support/wait";

/** Of a body within the default Limit of a megabyte; as pieces of one byte each they hold twenty megabytes. */
const pieces = 60_000;
const most = 8 * 1024 * 1024;

const kinds: Readonly<Record<string, (app: App) => Server>> = {
  "CreateServer(App)": (app) => CreateServer(app),
  "mounted in Express": (app) => createServer(express().use(app.Build())),
  // Somebody else reads the stream before the route does.
  "mounted in Express behind a middleware that counts bytes": (app) =>
    createServer(
      express().use((req, _res, next) => {
        let bytes = 0;
        req.on("data", (piece: Buffer) => (bytes += piece.length));
        next();
      }, app.Build()),
    ),
};

const boundary = "a".repeat(30);
const types: Readonly<Record<string, readonly [Type: BodyType, contentType: string, coding?: string]>> = {
  JSON: ["json", "application/json"],
  "JSON of another type": ["json", "application/vnd.a+json"],
  "JSON in UTF-16": ["json", "application/json; charset=utf-16le"],
  "compressed JSON": ["json", "application/json", "gzip"],
  "a form": ["form", "application/x-www-form-urlencoded"],
  text: ["text", "text/plain"],
  bytes: ["bytes", "application/octet-stream"],
  multipart: ["multipart", `multipart/form-data; boundary=${boundary}`],
};

describe.each(Object.entries(kinds))("%s", (_kind, serverOf) => {
  it.each(Object.entries(types))(
    "a body in pieces of one byte holds at most eight times its Limit: %s",
    async (_name, [Type, contentType, coding]) => {
      const app = new App().Post("/", () => 1, WithBody(z.any(), { Type }));
      const { served, socketOf } = await watched(serverOf(app));
      const headers = { "Content-Type": contentType, "Transfer-Encoding": "chunked" };
      const client = served.open("POST /", { ...headers, ...(coding ? { "Content-Encoding": coding } : {}) });
      await until(() => socketOf() !== undefined);
      const begun = memory();
      const text = coding ? stored.toString("latin1") : "x".repeat(pieces);
      const bytes = Buffer.from(text.replaceAll(/./gs, "1\r\n$&\r\n"), "latin1");
      client.write(bytes);
      await until(() => socketOf()?.bytesRead === client.bytesWritten);
      expect(memory() - begun).toBeLessThan(most);
      client.destroy();
    },
  );
});

/** The beginning of a body that is larger compressed than it is. */
const stored = gzipSync(Buffer.alloc(2 * pieces, "ab"), { level: 0 }).subarray(0, pieces);

/** A server, and the connection that it had last. */
async function watched(server: Server): Promise<{ served: Served; socketOf: () => Socket | undefined }> {
  let last: Socket | undefined;
  server.on("connection", (socket) => (last = socket));
  return { served: await listen(server), socketOf: () => last };
}

function memory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("JSON", () => {
  it.each<[charset: string, encode: (text: string) => Buffer, status: number]>([
    ["utf-8", (text) => Buffer.from(text), 200],
    ["utf-16", (text) => Buffer.from(`\u{feff}${text}`, "utf16le"), 200],
    ["utf-16le", (text) => Buffer.from(text, "utf16le"), 200],
    ["utf-16be", (text) => Buffer.from(text, "utf16le").swap16(), 200],
    // A filter in front that looks at bytes would see none of these.
    ["utf-7", () => Buffer.from("+AHsAIg-a+ACIAOg-1+AH0-"), 415],
    ['"UTF-7"', () => Buffer.from('{"a":1}'), 415],
    ["utf-7-imap", () => Buffer.from('{"a":1}'), 415],
    ["utf-7; charset=utf-8", () => Buffer.from("+AHsAIg-a+ACIAOg-1+AH0-"), 415],
    ["iso-8859-1", (text) => Buffer.from(text), 415],
  ])("in charset=%s", async (charset, encode, status) => {
    const app = new App().Post("/", (req) => req.body, WithBody(z.object({ a: z.number() })));
    const served = await listen(CreateServer(app));
    const type = { "Content-Type": `application/json; charset=${charset}` };
    const body = encode('{"a":1}').toString("latin1");
    const [answer] = await served.send(request("POST /", type, body));
    expect(answer?.status).toBe(status);
    expect(answer?.text).toContain(status === 200 ? '{"a":1}' : '"unsupported_media_type"');
  });
});
