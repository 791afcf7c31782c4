import type { Issue } from "../model/schema";
import { isObject } from "../model/value";

/** The rejection of an Up's result by the next schema at a link with `Stricter`, which the client has caused. */
export class StricterRefusal extends Error {
  readonly #issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super("a newer version rejects this request, which the older version accepted");
    this.#issues = issues;
  }

  /** The issues for the client of an older version, by the names that it has sent. */
  issuesFor(sent: unknown): readonly Issue[] {
    return this.#issues.map(({ path, message }) => ({ path: pathWithin(sent, path), message }));
  }
}

/** Cuts a path where the value has no such member: later names are unknown to the client. */
function pathWithin(value: unknown, path: Issue["path"]): Issue["path"] {
  let at = value;
  const end = path.findIndex((step) => {
    if (!isObject(at) || !Object.hasOwn(at, step)) return true;
    at = Reflect.get(at, step);
    return false;
  });
  return end === -1 ? path : path.slice(0, end);
}
