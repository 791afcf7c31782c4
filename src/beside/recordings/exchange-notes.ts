import type { IncomingMessage } from "node:http";
import type { CarriedNode } from "../../schema/interface/carried";
import { carriedJSON } from "../../records/carried-json";
import type { ContextValues } from "../../schema/interface/context";
import { objectsIn } from "../../schema/interface/json-value";
import type { Part } from "../../schema/interface/schema";
import type { ExchangeNotes, RecordedExchange } from "../../schema/interface/exchange-recorder";

/** An exchange with its values. */
export interface NotedExchange extends RecordedExchange {
  readonly notes: CopiedNotes;
}

/** The body that a handler, or `Errors.Body`, has given, as JSON. */
export interface GivenNote {
  readonly value: unknown;
  /** The status that was meant for the newest version. */
  readonly status: number;
  readonly isError: boolean;
  /** The data of `Carry`, as {@link carriedJSON} writes it; undefined if there is none. */
  readonly carried: unknown;
}

/** The values of one exchange. Each is copied as JSON when it is noted, because handlers and conversions may change it. */
export class CopiedNotes implements ExchangeNotes {
  readonly sent = new Map<Part, unknown>();
  readonly read = new Map<Part, unknown>();
  contexts: ContextValues | undefined;
  given: GivenNote | undefined;
  /** False if the handler did not get the sent parts, because an `Up` refused them. */
  isRead = false;
  /** The body that was sent; undefined if there is none. */
  shown: unknown;
  /** False if an error was sent in place of the given body. */
  isShown = false;
  /** False if JSON cannot represent one of the values. */
  isWhole = true;
  readonly #end: (exchange: NotedExchange) => void;
  readonly #leftOut = new Set<Part>();
  #meant: number | undefined;

  /** @param end Called after the response, if a link ran. */
  constructor(end: (exchange: NotedExchange) => void) {
    this.#end = end;
  }

  /** The status that was meant for the newest version; undefined if it is the sent status. */
  get meant(): number | undefined {
    return this.given?.status ?? this.#meant;
  }

  /** Files, bytes and multipart forms are left out. */
  noteSent(part: Part, value: unknown, { headers }: Pick<IncomingMessage, "headers">): void {
    if (value === undefined) return;
    const isMultipart = headers["content-type"]?.toLowerCase().startsWith("multipart/") ?? false;
    if ((part === "body" && isMultipart) || !isPlainJSON(value)) this.#leftOut.add(part);
    else this.sent.set(part, this.#copy(value));
  }

  noteRead(given: readonly { readonly part: Part; readonly value: unknown }[]): void {
    this.isRead = true;
    for (const { part, value } of given) {
      if (value !== undefined && !this.#leftOut.has(part)) this.read.set(part, this.#copy(value));
    }
  }

  noteMeant(status: number): void {
    this.#meant = status;
  }

  noteGiven(value: unknown, status: number, carried?: CarriedNode): void {
    const data = carried && carriedJSON(carried);
    this.given = {
      value: this.#copy(value),
      status,
      isError: false,
      carried: data === undefined ? undefined : this.#copy(data),
    };
  }

  noteShown(value: unknown): void {
    this.shown = value;
    this.isShown = true;
  }

  noteUnconverted(value: unknown, status: number): void {
    if (this.given) return;
    this.noteGiven(value, status);
    this.noteShown(this.#copy(value));
  }

  noteError(newest: string | undefined, sent: string | undefined, status: number): void {
    // The error replaces the answer whose conversion failed. The value stays noted.
    if (this.given && !this.given.isError) {
      this.shown = undefined;
      this.isShown = false;
    } else if (newest !== undefined) {
      this.given = { value: JSON.parse(newest), status, isError: true, carried: undefined };
      this.noteShown(sent === undefined ? undefined : JSON.parse(sent));
    }
  }

  ended(exchange: RecordedExchange): void {
    this.#end({ ...exchange, notes: this });
  }

  #copy(value: unknown): unknown {
    try {
      const text = JSON.stringify(value) as string | undefined;
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    } catch {
      this.isWhole = false;
      return undefined;
    }
  }
}

/** True for a value of plain objects, lists and scalars, such as JSON or a form gives. */
function isPlainJSON(value: unknown): boolean {
  return [...objectsIn(value)].every((one) => Array.isArray(one) || isBare(one));
}

/** Unlike `isPlainObject`, also true for objects of other realms: in Jest, `req.headers` is one. */
function isBare(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
