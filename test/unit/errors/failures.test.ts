import { unreadBodyHint } from "../../../src/core/errors/failures";

/** A request with a body of two bytes, which nothing has read. */
const unread = { headers: { "content-length": "2" }, readableDidRead: false };

const error = new TypeError("Cannot read properties of undefined (reading 'name')");

const hostileError = Object.defineProperty(new TypeError(), "message", {
  get: () => {
    throw new Error("no message");
  },
});

it.each<[what: string, request: Parameters<typeof unreadBodyHint>[0], thrown: unknown, isTold: boolean]>([
  ["a body of a known length", unread, error, true],
  ["a body in chunks", { ...unread, headers: { "transfer-encoding": "chunked" } }, error, true],
  ["no body", { ...unread, headers: {} }, error, false],
  ["a body of no bytes", { ...unread, headers: { "content-length": "0" } }, error, false],
  ["a body that a parser has read", { ...unread, body: {} }, error, false],
  ["a body that a middleware reads as a stream", { ...unread, readableDidRead: true }, error, false],
  ["another error", unread, new Error("undefined"), false],
  ["a TypeError about something else", unread, new TypeError("x is not a function"), false],
  ["what is no error", unread, { name: "TypeError", message: "undefined" }, false],
  ["an error whose message throws", unread, hostileError, false],
])("%s", (_, request, thrown, isTold) => {
  expect(unreadBodyHint(request, thrown).startsWith("; nothing has read the request's body")).toBe(isTold);
});
