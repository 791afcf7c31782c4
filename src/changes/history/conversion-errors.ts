import { recognizing } from "../../core/model/copies";
import { Fault, noteFacts, takeFacts, type LogFacts } from "../../core/model/fault";
import { objectsIn } from "../../schema/interface/json-value";
import type { Version } from "../../core/model/version";
import type { Issue, Misfit } from "../../schema/interface/schema";
import { isObject } from "../../core/model/value";

/** The change whose `Up` or `Down` failed, for the log: `{ change: "Cats have colours", side: "Up" }`. */
export interface FailedStep extends LogFacts {
  readonly change: string;
  readonly side: "Up" | "Down";
}

/** An error of a conversion, such as an `Up` that returns a promise. */
export class ConversionError extends Fault {
  override readonly name: string = "ConversionError";
  readonly #reason: string;
  readonly #version: Version | undefined;

  /** @param version the client's version, if known. @param request the failed request: `POST /books`. */
  constructor(reason: string, version?: Version, request?: string) {
    const place = [request, version === undefined ? undefined : `version ${version}`].filter(
      (part) => part !== undefined,
    );
    super(place.length === 0 ? reason : `${place.join(", ")}: ${reason}`);
    this.#reason = reason;
    this.#version = version;
  }

  /** Returns a copy of the error whose message names the client's version, and the request, if it is known. */
  of(request: string | undefined, version: Version | undefined): ConversionError {
    const named = new ConversionError(this.#reason, version ?? this.#version, request);
    return noteFacts(named, takeFacts(this));
  }
}

/** Thrown if a newer schema rejects a converted request, and the option `Stricter` makes the answer a 400, not 500. */
export class StricterRefusal extends Error {
  readonly #misfit: Misfit;

  readonly #facts: RefusalFacts;

  constructor(misfit: Misfit, facts: RefusalFacts) {
    super("a newer version rejects this request, which the older version accepted");
    this.#misfit = misfit;
    this.#facts = facts;
  }

  get isUntried(): boolean {
    return this.#misfit.isUntried === true;
  }

  get link(): string {
    return this.#facts.link;
  }

  /** Returns the issues for the client. `reason` replaces a message with a name that the client does not know. */
  issuesFor(sent: unknown): readonly Issue[] {
    const { given, reason, placeOf } = this.#facts;
    const [known, newer] = [namesWithin(sent), namesWithin(given)];
    return this.#misfit.issues.map(({ path, message }) => {
      const isUnknown = (word: string): boolean =>
        !known.has(word) && (newer.has(word) || path.includes(word));
      const isForeign = message.match(/[\p{L}\p{N}_$-]+/gu)?.some(isUnknown) ?? false;
      return { path: knownPath(sent, placeOf(path)), message: isForeign ? reason : message };
    });
  }
}

interface RefusalFacts {
  readonly link: string;
  readonly reason: string;
  readonly given: unknown;
  /** Converts a path of the newer form to a path of the client's form: `["birthday"]` to `["born"]`. */
  readonly placeOf: (path: Issue["path"]) => Issue["path"];
}

function namesWithin(value: unknown): ReadonlySet<string> {
  return new Set([...objectsIn(value)].flatMap((one) => (Array.isArray(one) ? [] : Object.keys(one))));
}

export const isStricterRefusal = /* @__PURE__ */ recognizing("StricterRefusal", StricterRefusal);

/** Cuts a path before the first member that the client has not sent, because the client may not know its name. */
function knownPath(value: unknown, path: Issue["path"]): Issue["path"] {
  let at = value;
  const end = path.findIndex((step) => {
    if (!isObject(at) || !Object.hasOwn(at, step)) return true;
    at = Reflect.get(at, step);
    return false;
  });
  return end === -1 ? path : path.slice(0, end);
}
