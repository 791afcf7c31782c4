import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import express from "express";
import * as fc from "fast-check";
import { bookshop, V } from "../../../samples/40-mcp/app";
import { mcpEndpoint } from "../../../samples/40-mcp/mcp";
import { runs } from "../../support/runs";

/** The bookshop of sample 40, and MCP endpoints of its versions, behind one port. */
async function whileServed(use: (origin: string) => Promise<void>): Promise<void> {
  const app = bookshop();
  const host = express();
  for (const version of V.List) host.post(`/mcp/${version}`, mcpEndpoint(app, version));
  const server = host.use(app.Build()).listen(0);
  await once(server, "listening");
  try {
    await use(`http://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

/** The official client, with the caller's own token. */
async function clientOf(origin: string, version: string, token = "of-ann"): Promise<Client> {
  const client = new Client({ name: "agent", version: "1" });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const url = new URL(`${origin}/mcp/${version}`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

/** An agent that was written for version 1: it adds a book, and finds it by its author. */
async function agentOfVersion1(client: Client, title: string): Promise<unknown> {
  const book = { title, author: "Ann Leckie", format: "folio" };
  await client.callTool({ name: "addBook", arguments: { body: book } });
  const found = await client.callTool({ name: "listBooks", arguments: { author: "Ann Leckie" } });
  return found.structuredContent;
}

describe("sample 40-mcp", () => {
  it("an agent of version 1 goes on, while the handlers know version 2 only", () =>
    whileServed(async (origin) => {
      const pinned = await clientOf(origin, "1");
      expect(await agentOfVersion1(pinned, "Ancillary Justice")).toEqual({
        books: [{ title: "Ancillary Justice", author: "Ann Leckie", format: "other" }],
      });
      const newest = await clientOf(origin, "2");
      // What a rename does to an agent that nothing pins.
      expect(await agentOfVersion1(newest, "Ancillary Sword")).toBeUndefined();
      const found = await newest.callTool({ name: "listBooks", arguments: { writer: "Ann Leckie" } });
      expect(found.structuredContent).toEqual({
        books: [{ title: "Ancillary Justice", writer: "Ann Leckie", format: "other" }],
      });
    }));

  it("the answer tells that the version ends, and the tool does", () =>
    whileServed(async (origin) => {
      const notices = [
        "This operation is deprecated since 2026-11-01T00:00:00.000Z.",
        "This operation ends on Sat, 01 May 2027 00:00:00 GMT.",
      ];
      for (const [version, told] of [
        ["1", notices],
        ["2", []],
      ] as const) {
        const client = await clientOf(origin, version);
        const { content } = await client.callTool({ name: "listBooks", arguments: {} });
        const texts = (content as readonly { readonly text: string }[]).map(({ text }) => text);
        expect(texts.slice(1)).toEqual(told);
        const { tools } = await client.listTools();
        for (const { description = "" } of tools) {
          expect(description.includes("Deprecated from 2026-11-01. Served until 2027-05-01.")).toBe(
            version === "1",
          );
        }
      }
    }));

  it("a call has the identity of its caller only", () =>
    whileServed(async (origin) => {
      const stranger = await clientOf(origin, "2", "of-nobody");
      const book = { title: "Persuasion", writer: "Jane Austen", format: "ebook" };
      const refused = await stranger.callTool({ name: "addBook", arguments: { body: book } });
      expect(refused).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("401") as unknown }],
      });
      const ann = await clientOf(origin, "2");
      const added = await ann.callTool({ name: "addBook", arguments: { body: book } });
      expect(added).toMatchObject({ isError: false, structuredContent: book });
    }));

  it("an unknown tool is an error of the protocol", () =>
    whileServed(async (origin) => {
      const client = await clientOf(origin, "2");
      await expect(client.callTool({ name: "removeBook", arguments: {} })).rejects.toThrow(
        "no tool is called removeBook",
      );
    }));

  it("each version's schemas are valid, and the SDK's client takes them", () =>
    whileServed(async (origin) => {
      const ajv = addFormats(new Ajv({ strict: true }));
      for (const version of V.List) {
        const { tools } = await (await clientOf(origin, version)).listTools();
        expect(tools.map(({ name }) => name)).toEqual(["listBooks", "addBook"]);
        for (const { inputSchema, outputSchema = false } of tools) {
          expect(ajv.validateSchema(inputSchema)).toBe(true);
          expect(() => ajv.compile(outputSchema)).not.toThrow();
        }
      }
    }));

  it.each(V.List)(
    "a call of version %s agrees with the same request over HTTP",
    (version) =>
      whileServed(async (origin) => {
        const client = await clientOf(origin, version);
        const members = ["title", version === "1" ? "author" : "writer", "format"];
        const text = fc.oneof(fc.constantFrom("ebook", "Emma", ""), fc.string());
        const body = fc.oneof(
          fc.record(Object.fromEntries(members.map((name) => [name, text]))),
          fc.dictionary(fc.constantFrom(...members, "id"), fc.oneof(text, fc.jsonValue())),
        );
        const address = version === "1" ? "/books" : "/catalogue/books";
        await fc.assert(
          fc.asyncProperty(body, async (book) => {
            const result = await client.callTool({ name: "addBook", arguments: { body: book } });
            const [answer] = result.content as readonly { readonly text: string }[];
            const over = await fetch(`${origin}${address}`, {
              method: "POST",
              body: JSON.stringify(book),
              headers: {
                Authorization: "Bearer of-ann",
                "Content-Type": "application/json",
                "X-API-Version": version,
              },
            });
            const answered = await over.text();
            if (result.isError !== true) {
              // The request repeats what the call did: the title is taken by now.
              expect(over.status).toBe(409);
              expect(answer?.text).toBe(JSON.stringify(result.structuredContent));
            } else if (over.status === 400) {
              const { details } = (
                JSON.parse(answered) as { error: { details: readonly { message: string }[] } }
              ).error;
              for (const { message } of details) expect(answer?.text).toContain(message);
            } else {
              const withoutID = (told = "") => told.replace(/"request_id":"[^"]*"/, "");
              expect(withoutID(answer?.text)).toBe(withoutID(answered));
            }
          }),
          runs(),
        );
      }),
    120_000,
  );
});
