import type { Options } from "ajv";
import { once } from "../model/collections";
import type { JSONSchema } from "../model/schema";
import { messageOf } from "../model/value";
import { setAjvAtHand, type AjvMaker } from "./ajv";
import { ajvDefaults, type AjvLike } from "./compile-by-ajv";

setAjvAtHand({ make: installedAjv, advice: "npm install ajv" });

/** Creates ajv's classes from the installed package, each when a schema needs it. */
export function installedAjv(): AjvMaker {
  const made = new Map<string, AjvLike>();
  const isInstalled = once(() => {
    try {
      dialects.default();
      return true;
    } catch {
      return false;
    }
  });
  return (schema, use, isForLarge = false) => {
    if (!isInstalled()) return undefined;
    const dialect = ajvDialectOf(schema);
    // Bodies and responses have the same options.
    const key = `${dialect} ${use === "text"} ${isForLarge}`;
    const ajv = made.get(key) ?? new (dialects[dialect]())(ajvDefaults(use, isForLarge));
    made.set(key, ajv);
    return ajv;
  };
}

type AjvClass = new (options: Options) => AjvLike;

/* eslint-disable @typescript-eslint/no-require-imports -- only those who write plain JSON Schema need it */

/**
 * ajv has a class for each draft of JSON Schema; a schema without `$schema` is of draft 2020-12, as in OpenAPI 3.1.
 *
 * Bundlers resolve `require` when they bundle, and accept a missing package only directly inside of `try`.
 */
const dialects = {
  default: () => {
    try {
      return (require("ajv/dist/2020") as { default: AjvClass }).default;
    } catch (cause) {
      throw ajvMissing(cause);
    }
  },
  "2019-09": () => {
    try {
      return (require("ajv/dist/2019") as { default: AjvClass }).default;
    } catch (cause) {
      throw ajvMissing(cause);
    }
  },
  "draft-07": () => {
    try {
      return (require("ajv") as { default: AjvClass }).default;
    } catch (cause) {
      throw ajvMissing(cause);
    }
  },
};

/* eslint-enable @typescript-eslint/no-require-imports */

function ajvMissing(cause: unknown): Error {
  return new Error(`ajv cannot be loaded: ${messageOf(cause)}`, { cause });
}

function ajvDialectOf({ $schema }: JSONSchema): keyof typeof dialects {
  const [, dialect] =
    /^https?:\/\/json-schema\.org\/(?:draft\/)?(2019-09|draft-07)\//.exec(String($schema)) ?? [];
  return dialect === "2019-09" || dialect === "draft-07" ? dialect : "default";
}
