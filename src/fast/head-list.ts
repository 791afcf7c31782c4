import type { OutgoingHttpHeaders } from "node:http";
import type { Response } from "express";
import { headHookOf } from "../request/head";
import { isOriginal } from "./originals";

/** Headers in the form of `writeHead`: `["ETag", "1", "Content-Length", 7]`. */
type HeadList = (string | number)[];

const sendList: unique symbol = Symbol("versioned-controllers send list");
const sentList: unique symbol = Symbol("versioned-controllers sent list");

interface ListingResponse extends Response {
  /** Sends the head as a list. Returns false, without sending, if that is not possible. */
  readonly [sendList]?: (res: ListingResponse, list: HeadList) => boolean;
  [sentList]?: Readonly<HeadList>;
}

/** Node's types lack `getRawHeaderNames`. */
interface NodeResponse extends Response {
  getRawHeaderNames(): string[];
}

type HeaderReaders = Pick<
  NodeResponse,
  "getHeader" | "hasHeader" | "getHeaderNames" | "getRawHeaderNames" | "getHeaders"
>;

/**
 * Lets `setHead` send heads as lists. `varyBy` is the field in their Vary. Node does not keep the headers of a list,
 * but listeners of `finish` read them.
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
    // If a hook has set a header, Node keeps all headers.
    if (base.getHeaderNames.call(res).length === 0) [, res[sentList]] = head;
    return true;
  };
  const readers: HeaderReaders & ThisType<ListingResponse> = {
    // Node's own method throws for an invalid name.
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
 * Sets the headers of a response without headers. The list must not change afterwards. Hot path: Node takes a list in a
 * third of the time of `setHeader` ("a head as a list" of bench/README.md).
 */
export function setHead(res: Response, list: HeadList): void {
  if ((res as ListingResponse)[sendList]?.(res, list)) return;
  for (const [i, value] of list.entries()) if (i % 2 === 1) res.setHeader(String(list[i - 1]), value);
}

/**
 * True for a response without headers, and without replaced methods, except a hook that many responses share. A
 * replaced method may set headers, or must be called.
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
