import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import bodyParser from "body-parser";
import type { RequestHandler } from "express";
import { chunked, request, type Headers } from "../../support/wire";
import { applicationOf, type Case } from "./case";

const text = '{"name":"Tom","of":["wool","ö"]}';
const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };

type Row = readonly [what: string, parsers: readonly RequestHandler[], bytes: string, ...holds: string[]];

/** body-parser: kinds of bodies, limits, encodings, charsets, `type`, `verify`, and requests without a body. */
export function bodyCases(): readonly Case[] {
  return rows().map(([what, parsers, bytes, ...holds]) => ({
    what,
    make: () =>
      applicationOf((application) =>
        application.use(...parsers).use((req, res) => {
          const body: unknown = req.body;
          const shown = Buffer.isBuffer(body) ? { hex: body.toString("hex") } : body;
          res.json({ body: shown, kind: typeof body, method: req.method });
        }),
      ),
    connections: [bytes],
    holds,
  }));
}

function rows(): readonly Row[] {
  const parser = bodyParser.json();
  const strict = bodyParser.json({ strict: false });
  const small = bodyParser.json({ limit: 10 });
  const extended = bodyParser.urlencoded({ extended: true });
  const simple = bodyParser.urlencoded({ extended: false, parameterLimit: 2 });
  const custom = bodyParser.json({ type: "application/*+json" });
  const chosen = bodyParser.text({ type: (req) => req.headers["x-text"] === "yes" });
  const refusing = bodyParser.json({
    verify: (_req, _res, buffer) => {
      if (buffer[0] === 0x5b) throw Object.assign(new Error("no lists"), { status: 422, type: "lists" });
    },
  });
  return [
    ["JSON", [parser], post(json, text), '"name":"Tom"'],
    ["JSON in chunks", [parser], inChunks(json, text), '"name":"Tom"'],
    ["a length of 0", [parser], post(json, ""), '"body":{}'],
    ["no body at all", [parser], request("POST /", json), '"kind":"undefined"'],
    ["white space alone", [parser], post(json, "  "), "entity.parse.failed"],
    ["a bad token", [parser], post(json, "{:"), "entity.parse.failed", "400 Bad Request"],
    ["half a body", [parser], post(json, '{"name":'), "entity.parse.failed"],
    ["a primitive, strictly", [parser], post(json, "true"), "400 Bad Request"],
    ["a primitive", [strict], post(json, "true"), '"body":true'],
    ["a body of another type", [parser], post({ "Content-Type": "text/plain" }, text), '"kind":"undefined"'],
    ["a type of its own", [custom], post({ "Content-Type": "application/vnd.api+json" }, text), "Tom"],
    ["a type by a function", [chosen], post({ "X-Text": "yes" }, "miau"), '"body":"miau"'],
    ["two parsers, one after the other", [parser, parser], post(json, text), "Tom"],
    ["more than the limit", [small], post(json, text), "413 Payload Too Large", "entity.too.large"],
    ["more than the limit, in chunks", [small], inChunks(json, text), "413 Payload Too Large"],
    ["less than the limit", [small], post(json, '{"a":1}'), '"a":1'],
    ["a bomb of gzip", [small], packed("gzip", gzipSync(text)), "413 Payload Too Large"],
    ["gzip", [parser], packed("gzip", gzipSync(text)), "Tom"],
    ["deflate", [parser], packed("DEFLATE", deflateSync(text)), "Tom"],
    ["brotli", [parser], packed("br", brotliCompressSync(text)), "Tom"],
    ["identity", [parser], packed("identity", Buffer.from(text)), "Tom"],
    ["malformed gzip", [parser], packed("gzip", Buffer.from(text)), "400 Bad Request"],
    ["an encoding that nobody knows", [parser], packed("nulls", Buffer.from(text)), "415 Unsupported"],
    [
      "an encoding, where none is taken",
      [bodyParser.json({ inflate: false })],
      packed("gzip", gzipSync(text)),
      "415 Unsupported",
    ],
    [
      "UTF-16",
      [parser],
      post({ "Content-Type": "application/json; charset=utf-16" }, latin1(Buffer.from(text, "utf16le"))),
      "Tom",
    ],
    ["a charset that nobody knows", [parser], post(charset("x-bogus"), text), "charset.unsupported"],
    ["what verify takes", [refusing], post(json, text), "Tom"],
    ["what verify refuses", [refusing], post(json, "[1]"), "422 Unprocessable", '"type":"lists"'],
    ["a form", [extended], post(form, "name=Tom&of[]=wool&of[]=b"), '"of":["wool","b"]'],
    ["a form of plain fields", [simple], post(form, "name=Tom&of[]=wool"), '"of[]":"wool"'],
    ["too many fields", [simple], post(form, "a=1&b=2&c=3"), "parameters.too.many"],
    ["a form that is too deep", [extended], post(form, `a${"[b]".repeat(40)}=1`), "400 Bad Request"],
    ["text", [bodyParser.text()], post({ "Content-Type": "text/plain" }, "miau"), '"body":"miau"'],
    ["text in latin1", [bodyParser.text()], post(charset("iso-8859-1", "text/plain"), "\xf6"), "ö"],
    ["bytes", [bodyParser.raw()], post({ "Content-Type": "application/octet-stream" }, "\x00\xff"), "00ff"],
    ["bytes of any type", [bodyParser.raw({ type: () => true })], post({}, "\x01"), '"hex":"01"'],
  ];
}

function post(headers: Headers, body: string): string {
  return request("POST /", headers, body);
}

function inChunks(headers: Headers, body: string): string {
  return post({ ...headers, "Transfer-Encoding": "chunked" }, chunked(body.slice(0, 9), body.slice(9)));
}

function packed(encoding: string, bytes: Buffer): string {
  return post({ ...json, "Content-Encoding": encoding }, latin1(bytes));
}

function charset(name: string, type = "application/json"): Headers {
  return { "Content-Type": `${type}; charset=${name}` };
}

/** The wire's text: one character a byte. */
function latin1(bytes: Buffer): string {
  return bytes.toString("latin1");
}
