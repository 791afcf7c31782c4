import type { OutgoingHttpHeaders } from "node:http";
import type { Response } from "express";
import { headHookOf } from "../request/head";
import { isOriginal } from "./originals";

/** Headers in the form that `writeHead` accepts: `["ETag", "1", "Content-Length", 7]`. */
type HeadList = (string | number)[];

const sendList: unique symbol = Symbol("versioned-controllers send list");
const sentList: unique symbol = Symbol("versioned-controllers sent list");

interface ListingResponse extends Response {
  /** Sends the head as a list. Returns false, and sends nothing, if that is not possible. */
  readonly [sendList]?: (res: ListingResponse, list: HeadList) => boolean;
  [sentList]?: Readonly<HeadList>;
}

/** A response of Node with `getRawHeaderNames`, which Node's types lack. */
interface NodeResponse extends Response {
  getRawHeaderNames(): string[];
}

type HeaderReaders = Pick<
  NodeResponse,
  "getHeader" | "hasHeader" | "getHeaderNames" | "getRawHeaderNames" | "getHeaders"
>;

/**
 * Lets `setHead` send heads as lists. `varyBy` is the value of `Vary` in each of them. Node does not store the headers
 * of a list, so the methods that read headers are replaced, because listeners of `finish` may call them.
 */
export function sendHeadsAsLists(prototype: object, varyBy: string | undefined): void {
  const base = Object.getPrototypeOf(prototype) as NodeResponse;
  const send = (res: ListingResponse, list: HeadList): boolean => {
    if (!isUntouched(res, prototype as Response)) return false;
    const hook = Object.hasOwn(res, "writeHead") ? headHookOf(res) : undefined;
    if (varyBy !== undefined) list.push("Vary", varyBy);
    const head: [number, HeadList] = [res.statusCode, list];
    hook?.change(res, head);
    base.writeHead.apply(res, head);
    // Node stores the headers itself if a hook has set a header.
    if (base.getHeaderNames.call(res).length === 0) [, res[sentList]] = head;
    return true;
  };
  const readers: HeaderReaders & ThisType<ListingResponse> = {
    // The call of Node's own method throws the error for an invalid name.
    getHeader(name) {
      const kept = base.getHeader.call(this, name);
      return this[sentList] ? sentHeaders(this[sentList])[name.toLowerCase()] : kept;
    },
    hasHeader(name) {
      const isKept = base.hasHeader.call(this, name);
      return this[sentList] ? name.toLowerCase() in sentHeaders(this[sentList]) : isKept;
    },
    getHeaderNames() {
      return this[sentList] ? Object.keys(sentHeaders(this[sentList])) : base.getHeaderNames.call(this);
    },
    getRawHeaderNames() {
      const sent = this[sentList];
      return sent ? sent.filter((_, i) => i % 2 === 0).map(String) : base.getRawHeaderNames.call(this);
    },
    getHeaders() {
      return this[sentList] ? sentHeaders(this[sentList]) : base.getHeaders.call(this);
    },
  };
  Object.defineProperty(prototype, sendList, { value: send });
  for (const [name, value] of Object.entries(readers)) {
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}

/**
 * Sets the headers of a response that has none. The caller must not change the list afterwards. Hot path: Node needs a
 * third of the time of `setHeader` for a list (bench/README.md, "a head as a list").
 */
export function setHead(res: Response, list: HeadList): void {
  if ((res as ListingResponse)[sendList]?.(res, list)) return;
  for (const [i, value] of list.entries()) if (i % 2 === 1) res.setHeader(String(list[i - 1]), value);
}

/**
 * True for a response without headers and without replaced methods, except for a hook that many responses share. A
 * replaced method may set headers itself, or may have to be called.
 */
function isUntouched(res: Response, prototype: Response): boolean {
  const base = Object.getPrototypeOf(prototype) as Response;
  return (
    res.getHeaderNames().length === 0 &&
    !res.destroyed &&
    (!Object.hasOwn(res, "writeHead") || headHookOf(res)?.own === prototype.writeHead) &&
    isOriginal(base, "writeHead") &&
    isOriginal(res, "setHeader") &&
    isOriginal(res, "end")
  );
}

function sentHeaders(list: Readonly<HeadList>): OutgoingHttpHeaders {
  const headers = Object.create(null) as OutgoingHttpHeaders;
  for (let i = 0; i < list.length; i += 2) headers[String(list[i]).toLowerCase()] = list[i + 1];
  return headers;
}
