import { withUpperCaseEscapes } from "./literal";

/**
 * A request's path for matching: `new RequestPath("/cats/a%20b/")` has the segments `cats` and `a b`.
 * The path is split before it is decoded, so that `%2F` is part of a segment. Only a trailing slash is ignored. Literal
 * text is compared as it was sent, so that only one spelling matches.
 */
export class RequestPath {
  /** The path as it was sent, without one trailing slash; empty for `/`. */
  readonly text: string;
  /** True if the path has no escapes, so that it is also the decoded path. */
  readonly plain: boolean;
  #segments: PathSegments | undefined;

  constructor(path: string) {
    this.text = path.endsWith("/") ? path.slice(0, -1) : path;
    this.plain = !path.includes("%");
  }

  /** Undefined if an escape is malformed, or if the path does not begin with `/`. */
  get segments(): PathSegments | undefined {
    return (this.#segments ??= this.#split());
  }

  #split(): PathSegments | undefined {
    if (this.text === "") return noSegments;
    if (!this.text.startsWith("/")) return undefined;
    const sent = splitAtSlashes(this.text);
    if (this.plain) return { sent, decoded: sent };
    const decoded = decodeAll(sent);
    return decoded && { sent: sent.map(withUpperCaseEscapes), decoded };
  }
}

/** The segments of a request's path: as they were sent, and decoded. */
export interface PathSegments {
  /** The hex digits of escapes are in upper case. */
  readonly sent: readonly string[];
  readonly decoded: readonly string[];
}

export const noSegments: PathSegments = { sent: [], decoded: [] };

/**
 * The path of a request-target (RFC 9112, 3.2): `/cats` for `/cats?a=1` and for `http://host/cats?a=1`. A target that
 * is not clearly an http URL stays unchanged.
 */
export function pathOfTarget(target: string): string {
  const query = target.indexOf("?");
  const path = query === -1 ? target : target.slice(0, query);
  if (path.startsWith("/")) return path;
  const origin = plainOrigin.exec(path);
  return origin ? path.slice(origin[0].length) || "/" : path || "/";
}

/**
 * The path for matching; `*`, which no route has, if Express would see another path, on which a guard may be mounted:
 * its `url.parse` moves a malformed host into the path, reads `\` as `/`, and escapes some characters.
 */
export function matchedPath(target: string): string {
  const path = pathOfTarget(target);
  const isReadAlike = target.startsWith("/") && !target.includes("#");
  return isReadAlike || leftAlone.test(path) ? path : "*";
}

const plainOrigin = /^https?:\/\/(?:[\w\-.~:]*@)?(?:[\w\-.]+|\[[\da-f:.]+\])(?::\d{0,5})?(?=\/|$)/i;

/** Matches paths that `url.parse` does not change: it escapes characters such as `'`, and takes `//` for a host. */
const leftAlone = /^\/(?!\/)[\w\-.~!$&()*+,;=:@%/]*$/;

/** Hot path: takes a third of the time of `text.slice(1).split("/")`. */
function splitAtSlashes(text: string): string[] {
  const segments: string[] = [];
  let start = 1;
  for (let slash = text.indexOf("/", start); slash !== -1; slash = text.indexOf("/", start)) {
    segments.push(text.slice(start, slash));
    start = slash + 1;
  }
  segments.push(text.slice(start));
  return segments;
}

function decodeAll(segments: readonly string[]): readonly string[] | undefined {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
