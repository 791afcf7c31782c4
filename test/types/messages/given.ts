// What the mistakes beside this file share.
import { z } from "zod";
import { App, DefineVersions, SecurityScheme } from "versioned-controllers";

export const app = new App();
export const V = DefineVersions("1", "2", "3");
export const Renamed = V.Change("2", "A cat's `born` is `birthday`.");

export const NewCat = z.object({ name: z.string(), lives: z.number() });
export const Cat = z.object({ id: z.number(), name: z.string(), lives: z.number(), born: z.string() });

/** A cat in versions 1 and 2. */
export const Cat1 = z.object({ name: z.string(), born: z.string() });
export const Cat2 = z.object({ name: z.string(), birthday: z.string() });

export const Token = new SecurityScheme("token", { type: "http", scheme: "bearer" }, (req) =>
  req.get("authorization") === "Bearer secret" ? { id: 1, role: "owner" } : undefined,
);
