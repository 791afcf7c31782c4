// A client of the bookshop that knows nothing of it but its document: it is compiled against the types that
// openapi-typescript makes of that, and run with the bookshop's URL.
import createClient from "openapi-fetch";
import assert from "node:assert/strict";
import type { components, paths } from "../.generated/sample-18-bookshop.js";

type Schemas = components["schemas"];

const [, , baseUrl = ""] = process.argv;
const shop = createClient<paths>({ baseUrl });
const isbn = "9780141439518";

const book: Schemas["NewBookV1"] = { isbn, title: "Pride and Prejudice", author: "Jane Austen", price: 12.5 };
const created = await shop.POST("/v1/books", { body: book });
assert.equal(created.response.status, 201);
const bookV1: Schemas["BookV1"] | undefined = created.data;
assert.deepEqual(bookV1, { id: 1, ...book });

const listed = await shop.GET("/v3/books", { params: { query: { page: 1, author: "Jane Austen" } } });
assert.equal(listed.response.status, 200);
const page: Schemas["BookPageV3"] | undefined = listed.data;
const price: Schemas["Money"] = { cents: 1250, currency: "EUR" };
const bookV3: Schemas["BookV3"] = { isbn, title: book.title, authors: [book.author], price };
assert.deepEqual(page, { items: [bookV3], page: 1, size: 20, total: 1 });

const path = { isbn };
const patched = await shop.PATCH("/v3/books/{isbn}", {
  params: { path },
  body: { price: { ...price, cents: 999 } },
});
assert.equal(patched.response.status, 200);
assert.equal(patched.data?.price.cents, 999);
const seenByV1 = await shop.GET("/v1/books/{id}", { params: { path: { id: "1" } } });
assert.equal(seenByV1.data?.price, 9.99);

const missing = await shop.GET("/v3/books/{isbn}", { params: { path: { isbn: "9780141439587" } } });
assert.equal(missing.response.status, 404);
assert.equal(missing.data, undefined);
assert.equal(missing.error?.error.message, "no book has the ISBN 9780141439587");

const taken = await shop.POST("/v3/books", { body: bookV3 });
assert.equal(taken.response.status, 409);
assert.equal(taken.error?.error.code, "isbn_taken");

const empty = await shop.PATCH("/v3/books/{isbn}", { params: { path }, body: {} });
assert.equal(empty.response.status, 400);
assert.equal(empty.error?.error.code, "invalid_request");
assert.deepEqual(empty.error.error.details, [
  { in: "body", path: [], message: "there is nothing to change" },
]);

// The document types the details by the status of the answer.
type Invalid = paths["/v3/books/{isbn}"]["patch"]["responses"][400]["content"]["application/json"];
const { error: invalid } = empty.error as Invalid;
const found: readonly string[] =
  invalid.details?.map((one) => `${one.in} ${one.path.length}: ${one.message}`) ?? [];
assert.deepEqual(found, ["body 0: there is nothing to change"]);

const removed = await shop.DELETE("/v3/books/{isbn}", { params: { path } });
assert.equal(removed.response.status, 204);

console.log("created, listed, changed and removed a book; 404, 409 and 400 as they should be");
