import type { Version } from "../model/version";
import type { Issue } from "../model/schema";
import { isObject } from "../model/value";

/** A failed conversion: the application's mistake, never the client's. */
export class ConversionError extends Error {
  override readonly name: string = "ConversionError";
  readonly #reason: string;
  readonly #version: Version | undefined;

  /**
   * @param version the client's version, if it is known already.
   * @param request the failed request: `POST /books`.
   */
  constructor(reason: string, version?: Version, request?: string) {
    const place = [request, version === undefined ? undefined : `version ${version}`].filter(
      (part) => part !== undefined,
    );
    super(place.length === 0 ? reason : `${place.join(", ")}: ${reason}`);
    this.#reason = reason;
    this.#version = version;
  }

  /** The same with the client's version. */
  in(version: Version | undefined): ConversionError {
    return new ConversionError(this.#reason, version);
  }

  /** The same with the failed request and its version. */
  of(request: string, version: Version | undefined): ConversionError {
    return new ConversionError(this.#reason, version ?? this.#version, request);
  }
}

/**
 * An error of an Up or Down, as its cause. `MapError` is called for it, but its own message is not exposed: an error of
 * http-errors declares that clients may see it, and would describe a value that they never sent.
 */
export class ThrownInConversion extends Error {
  constructor(cause: unknown) {
    super("Up or Down threw", { cause });
  }
}

/** The rejection of an Up's result by the next schema at a link with `Stricter`, which the client has caused. */
export class StricterRefusal extends Error {
  readonly #issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super("a newer version rejects this request, which the older version accepted");
    this.#issues = issues;
  }

  /** The issues for the client of an older version, by the names that it has sent. */
  issuesFor(sent: unknown): readonly Issue[] {
    return this.#issues.map(({ path, message }) => ({ path: knownPath(sent, path), message }));
  }
}

/** Cuts a path where the value has no such member: later names are unknown to the client. */
function knownPath(value: unknown, path: Issue["path"]): Issue["path"] {
  let at = value;
  const end = path.findIndex((step) => {
    if (!isObject(at) || !Object.hasOwn(at, step)) return true;
    at = Reflect.get(at, step);
    return false;
  });
  return end === -1 ? path : path.slice(0, end);
}
