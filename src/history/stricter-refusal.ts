import type { Issue } from "../model/schema";
import { isObject } from "../model/value";

/** What an Up gave, and the next schema refuses, at a link that says so (`Stricter`): the client's matter. */
export class StricterRefusal extends Error {
  readonly #issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super("a newer version rejects this request, which the older version accepted");
    this.#issues = issues;
  }

  /** The issues as the client of an older version is told of them, by what it has sent. */
  issuesFor(sent: unknown): readonly Issue[] {
    return this.#issues.map(({ path, message }) => ({ path: pathWithin(sent, path), message }));
  }
}

/** A path as far as a value has its members: behind them stand names that its client has never read. */
function pathWithin(value: unknown, path: Issue["path"]): Issue["path"] {
  let at = value;
  const end = path.findIndex((step) => {
    if (!isObject(at) || !Object.hasOwn(at, step)) return true;
    at = Reflect.get(at, step);
    return false;
  });
  return end === -1 ? path : path.slice(0, end);
}
