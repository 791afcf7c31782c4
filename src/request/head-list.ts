import { OutgoingMessage, ServerResponse, type OutgoingHttpHeaders } from "node:http";
import type { Response } from "express";

/** The headers of a head: names and values in turn, as `writeHead` takes them. */
type HeadList = (string | number)[];

const sendList: unique symbol = Symbol("versioned-controllers send list");
const sentList: unique symbol = Symbol("versioned-controllers sent list");

/** A response whose prototype can send its head as a list. */
interface ListingResponse extends Response {
  /** False if it cannot: then nothing was sent. */
  readonly [sendList]?: (res: ListingResponse, list: HeadList) => boolean;
  /** The list that was sent; undefined for other heads. */
  [sentList]?: Readonly<HeadList>;
}

/**
 * Lets `setHead` send heads of responses with this prototype as lists; `varyBy` is the field that their Vary names.
 *
 * Node itself does not remember the headers of a list. The prototype does, for listeners of `finish` that read them.
 */
export function sendHeadsAsLists(prototype: object, varyBy: string | undefined): void {
  const base = Object.getPrototypeOf(prototype) as Response;
  const send = (res: ListingResponse, list: HeadList): boolean => {
    if (!isUntouched(res, base)) return false;
    if (varyBy !== undefined) list.push("Vary", varyBy);
    base.writeHead.call(res, res.statusCode, list);
    res[sentList] = list;
    return true;
  };
  const readers: Pick<Response, "getHeader" | "hasHeader" | "getHeaderNames" | "getHeaders"> &
    ThisType<ListingResponse> = {
    getHeader(name) {
      const sent = this[sentList];
      return sent ? sentHeaders(sent)[name.toLowerCase()] : base.getHeader.call(this, name);
    },
    hasHeader(name) {
      const sent = this[sentList];
      return sent ? name.toLowerCase() in sentHeaders(sent) : base.hasHeader.call(this, name);
    },
    getHeaderNames() {
      const sent = this[sentList];
      return sent ? Object.keys(sentHeaders(sent)) : base.getHeaderNames.call(this);
    },
    getHeaders() {
      const sent = this[sentList];
      return sent ? sentHeaders(sent) : base.getHeaders.call(this);
    },
  };
  Object.defineProperty(prototype, sendList, { value: send });
  for (const [name, value] of Object.entries(readers)) {
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}

/**
 * Sets the headers of a response that has none of them; the list is kept.
 *
 * Hot path: Node takes a list in a third of the time that `setHeader` takes for each header. A head that is sent as a list is
 * sent at once.
 */
export function setHead(res: Response, list: HeadList): void {
  if ((res as ListingResponse)[sendList]?.(res, list)) return;
  for (let i = 0; i < list.length; i += 2) res.setHeader(String(list[i]), list[i + 1] ?? "");
}

/**
 * True if nothing else takes part in the head of a response. Node takes longer for a list if a header was set before; and a
 * replaced method expects its call, or sets headers itself.
 */
function isUntouched(res: Response, base: Response): boolean {
  return (
    res.getHeaderNames().length === 0 &&
    !Object.hasOwn(res, "writeHead") &&
    base.writeHead === ServerResponse.prototype.writeHead &&
    isNodes(res, "setHeader") &&
    isNodes(res, "end")
  );
}

/** True if a method of a response is Node's own: no application has replaced it. */
export function isNodes(res: Response, name: "end" | "setHeader" | "write"): boolean {
  return res[name] === OutgoingMessage.prototype[name];
}

/** The headers of a list by their names in lower case, as `getHeaders` returns them. */
function sentHeaders(list: Readonly<HeadList>): OutgoingHttpHeaders {
  const headers = Object.create(null) as OutgoingHttpHeaders;
  for (let i = 0; i < list.length; i += 2) headers[String(list[i]).toLowerCase()] = list[i + 1];
  return headers;
}
