import type { Options } from "ajv";
import type { JSONSchema } from "../interface/schema";
import type { AjvLike } from "./ajv-like";

export interface InstalledAjv extends AjvLike {
  validateSchema?(schema: JSONSchema, throws?: boolean): unknown;
}

interface AjvModule {
  readonly default: new (options: Options) => InstalledAjv;
}

/** The drafts of JSON Schema for which ajv has a class of their own. */
export type Dialect = "2020-12" | "2019-09" | "draft-07";

// The build makes a CommonJS module of each file that calls `require`, so this file imports only types.
/* eslint-disable @typescript-eslint/no-require-imports -- only those who write plain JSON Schema need it */

/** Loads an ajv. Bundlers tolerate a missing package only if the call of `require` is directly inside of `try`. */
export function ajvClassOf(dialect: Dialect): AjvModule["default"] {
  try {
    switch (dialect) {
      case "2020-12":
        return (require("ajv/dist/2020") as AjvModule).default;
      case "2019-09":
        return (require("ajv/dist/2019") as AjvModule).default;
      case "draft-07":
        return (require("ajv") as AjvModule).default;
    }
  } catch (cause) {
    throw new Error(`ajv cannot be loaded: ${String(cause)}`, { cause });
  }
}

/* eslint-enable @typescript-eslint/no-require-imports */
