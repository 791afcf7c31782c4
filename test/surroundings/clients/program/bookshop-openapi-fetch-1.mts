// A client of the bookshop's version 1 by openapi-fetch. It prints what its user sees.
import createClient from "openapi-fetch";
import assert from "node:assert/strict";
import type { paths } from "../.generated/moving-bookshop-1.js";

const [, , url = ""] = process.argv;
const shop = createClient<paths>({ baseUrl: url });

const isbn = "9780141439518";
const added = await shop.POST("/v1/books", {
  body: { isbn, title: "Pride and Prejudice", author: "Jane Austen", price: 12.5 },
});
assert.equal(added.response.status, 201);
const { data: books = [] } = await shop.GET("/v1/books");
const lines = books.map((book) => `${book.title} by ${book.author}: ${book.price.toFixed(2)} EUR`);
const { data: one } = await shop.GET("/v1/books/{id}", { params: { path: { id: String(added.data?.id) } } });
console.log(JSON.stringify({ lines, title: one?.title }));
