import type * as Swagger from "swagger-ui-express";

/** Loads swagger-ui-express. If it is missing, the error explains how to install it. */
export function loadSwagger(): typeof Swagger {
  // Bundlers accept a missing package only if `require` is directly inside of `try`.
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- an optional peer: only those who show the page need it
    return require("swagger-ui-express") as typeof Swagger;
  } catch (cause) {
    throw new Error("Docs needs swagger-ui-express: run npm install swagger-ui-express", { cause });
  }
}
