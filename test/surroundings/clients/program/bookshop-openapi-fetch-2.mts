// The same client, moved to version 2 by the guide.
import createClient from "openapi-fetch";
import assert from "node:assert/strict";
import type { paths } from "../.generated/moving-bookshop-2.js";

const [, , url = ""] = process.argv;
const shop = createClient<paths>({ baseUrl: url });

const isbn = "9780141439518";
const added = await shop.POST("/v2/books", {
  body: { isbn, title: "Pride and Prejudice", authors: ["Jane Austen"], cents: 1250, currency: "EUR" },
});
assert.equal(added.response.status, 201);
const { data: books = [] } = await shop.GET("/v2/books");
const lines = books.map(
  (book) => `${book.title} by ${book.authors.join(", ")}: ${(book.cents / 100).toFixed(2)} ${book.currency}`,
);
const { data: one } = await shop.GET("/v2/books/{id}", { params: { path: { id: String(added.data?.id) } } });
console.log(JSON.stringify({ lines, title: one?.title }));
