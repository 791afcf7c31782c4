import type { Request } from "express";
import {
  App,
  Summary,
  VersioningHeader,
  WithBody,
  WithResponse,
  type AppOptions,
} from "versioned-controllers";
import { Cat, V, type NewCat } from "./versions";

/** The App, whose calls are told to the observers. */
export function catsApp(observers: Pick<AppOptions, "OnAnswered" | "OnRefused"> = {}): App {
  const cats = new Map<string, NewCat>([
    ["Tom", { name: "Tom", birthday: "2020-05-01" }],
    ["Felix", { name: "Felix" }],
  ]);
  return new App({
    ...observers,
    Title: "Cats that many processes serve",
    Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List },
  })
    .Get(
      "/cats/{name}",
      (req) => cats.get(req.params.name) ?? { name: req.params.name },
      V.Since("1"),
      Summary("One cat"),
      WithResponse(200, Cat),
    )
    .Post(
      "/cats",
      (req) => {
        cats.set(req.body.name, req.body);
        return req.body;
      },
      V.Since("1"),
      Summary("Adds a cat"),
      WithBody(Cat),
      WithResponse(201, Cat),
    );
}

/** The account of a request's key. Keys are given out, so that no client can make up names and fill the table. */
export function accountOf(req: Request): string {
  return accounts.get(req.get("X-API-Key") ?? "") ?? "unknown";
}

const accounts = new Map([
  ["key-of-acme", "acme"],
  ["key-of-globex", "globex"],
]);

/** What the command reads: `npx versioned-controllers impact samples/38-usage/app.ts --usage usage.json`. */
export default catsApp();
