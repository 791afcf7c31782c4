import type { Guard, Middleware } from "../model/handler";
import type { Version } from "../model/version";
import { optionMaker, type Option, type RouteOption, type RouterOption } from "./option";

/**
 * Declares the versions that are answered: `@WithVersion("1", "2")`, or `WithVersion(VersionNeutral)` for every one.
 *
 * The nearest declaration replaces the others.
 */
export const WithVersion = optionMaker<Version[], Option>(
  "WithVersion",
  (...versions) => ({
    kind: "version",
    versions,
  }),
  Infinity,
);

/** Puts a path before those of a router's routes: `WithPrefix("/api")`. Prefixes add up from the outside in. */
export const WithPrefix = optionMaker<[path: string], RouterOption>("WithPrefix", (path) => ({
  kind: "prefix",
  path,
}));

/** Groups operations in the document. Tags add up, without duplicates. */
export const WithTags = optionMaker<string[], Option>(
  "WithTags",
  (...tags) => ({ kind: "tags", tags }),
  Infinity,
);

/** Lets a request pass only if each guard admits it by `true`. Guards add up, outermost first. */
export const WithGuards = optionMaker<Guard[], Option>(
  "WithGuards",
  (...guards) => ({
    kind: "guards",
    guards,
  }),
  Infinity,
);

/** Runs Express middleware for a matched route, before its guards. It adds up, outermost first. */
export const WithMiddleware = optionMaker<Middleware[], Option>(
  "WithMiddleware",
  (...handlers) => ({
    kind: "middleware",
    handlers,
  }),
  Infinity,
);

/** Marks operations as deprecated in the document; nothing changes for a request. */
export const Deprecated = optionMaker<[], Option>("Deprecated", () => ({ kind: "deprecated" }));

/** Leaves operations out of the document; they are still served. */
export const Hidden = optionMaker<[], Option>("Hidden", () => ({ kind: "hidden" }));

/** The status of an answer that a handler returns: 200 to 599, 200 unless declared. The nearest wins. */
export const Status = optionMaker<[code: number], Option>("Status", (code) => ({ kind: "status", code }));

/** The operation's summary in the document. The nearest wins. */
export const Summary = optionMaker<[text: string], Option>("Summary", (text) => ({ kind: "summary", text }));

/** The operation's description in the document (CommonMark). The nearest wins. */
export const Description = optionMaker<[text: string], Option>("Description", (text) => ({
  kind: "description",
  text,
}));

/** The operation's id in the document, instead of one made from method and path. */
export const OperationID = optionMaker<[id: string], RouteOption>("OperationID", (id) => ({
  kind: "operationID",
  id,
}));
