// Calls that the types of the bookshop's client refuse: each line that ends with a part of the compiler's message has that
// error alone, and test/surroundings/clients/main.ts holds the compiler to them.
import createClient from "openapi-fetch";
import type { components, paths } from "../.generated/sample-18-bookshop.js";

type Schemas = components["schemas"];

const shop = createClient<paths>({ baseUrl: "" });
const isbn = "9780141439518";
const price: Schemas["Money"] = { cents: 1250, currency: "EUR" };

void shop.POST("/v1/books", { body: { isbn, title: "Emma", autor: "Jane Austen", price: 12.5 } }); // 'autor'
void shop.POST("/v1/books", { body: { isbn, title: "Emma", author: "Jane Austen", price: "12.5" } }); // Type 'string'
void shop.POST("/v3/books", { body: { isbn, title: "Emma", price } }); // 'authors' is missing
void shop.PATCH("/v3/books/{isbn}", { params: { path: { id: "1" } }, body: { price } }); // 'id'
// openapi-fetch 0.17 lets any name pass in a body of which nothing is required, but its type tells.
const changes: Schemas["BookChangesV3"] = { titel: "Emma" }; // 'titel'
void shop.PATCH("/v3/books/{isbn}", { params: { path: { isbn } }, body: changes });
void shop.GET("/v3/books", { params: { query: { seite: 1 } } }); // 'seite'
void shop.GET("/v2/books").then(({ data }) => data?.[0]?.price); // 'price'
void shop.GET("/v4/books"); // Expected 2 arguments
const found: NonNullable<Schemas["InvalidRequest"]["error"]["details"]> = [];
void found.map(({ mesage }) => mesage); // 'mesage'
void found.map(({ path: [first] }) => first?.toFixed()); // 'toFixed'
