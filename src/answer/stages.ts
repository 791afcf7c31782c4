import { ConversionError } from "../history/conversion-errors";
import { lastStepOf } from "../history/convert";
import type { CarriedNode } from "../model/carried";
import type { ContextValues } from "../model/context";
import { ResponseError } from "../model/http-error";
import type { ClosedMembers, Validate } from "../model/schema";
import type { OpenedValue, Opening, ResponseDown, ResponseTerms, RouteResponses } from "../model/serving";
import { describe, isObject } from "../model/value";
import { touch } from "../model/history";
import type { Version } from "../model/version";
import { askContexts } from "../request/asked-contexts";
import type { Exchange } from "../request/exchange";
import type { Body } from "./body";
import { openedBy } from "./opened-value";
import { failureOfConversion, requestInWords } from "./conversion-failure";
import { issuesInWords } from "../schema/issues";
import { jsonOf, jsonText } from "./json-text";
import { watchedJSONText } from "./lost-values";
import { discard } from "./write";

/** One stage of an answer, from body to body; it throws, or rejects, if the answer becomes an error. */
export type Stage = (body: Body, answer: AnswerInProgress) => Body | Promise<Body>;

/** An exchange with the handler's status. */
interface AnswerInProgress {
  /** It has all contexts of the Downs once they are known. */
  exchange: Exchange;
  readonly status: number;
  /** The carried values of the handler's value, once they are known. */
  carried?: CarriedNode | undefined;
}

/**
 * The stages of a response, most of which have none: take carried values, validate the handler's value, convert it to
 * the version's form, remove closed members, validate the sent value.
 */
export function stagesFor(
  terms: ResponseTerms | undefined,
  responses: Pick<RouteResponses, "version" | "check">,
): readonly Stage[] {
  const stages = stagesOfValue(terms, responses);
  const opening = terms?.down ? terms.down.opening : terms?.opening;
  return opening ? [openCarried(opening), ...stages] : stages;
}

function stagesOfValue(
  terms: ResponseTerms | undefined,
  { version, check }: Pick<RouteResponses, "version" | "check">,
): readonly Stage[] {
  const read = check ? [readJSON] : [];
  if (!terms) return read;
  const { down, validate, closed } = terms;
  const isStripped = check === "stripped";
  if (!down) {
    return [
      ...read,
      ...(isStripped && closed ? [closeMembers(closed)] : []),
      ...(validate ? [judge({ validate, closed }, wordsOfHandler)] : []),
      ...(closed ? [closeMembers(closed)] : []),
    ];
  }
  const asked = down.later.length > 0 ? [askLater(down)] : [];
  if (!down.validate) return [...read, ...asked, convertDown({ ...terms, down }, version)];
  return [
    ...read,
    ...(isStripped && down.closed ? [closeMembers(down.closed)] : []),
    judge({ validate: down.validate, closed: down.closed }, wordsOfHandler),
    ...asked,
    convertDown({ ...terms, down }, version, !isStripped),
    ...(validate ? [judge({ validate, closed }, wordsOfVersion)] : []),
  ];
}

/** Takes the carried values of a handler's value, or of each item of an async iterable when it comes. */
function openCarried(opening: Opening): Stage {
  return (body, answer) => {
    const words = (): string => wordsOfCarried(answer);
    if (body.kind === "items") return { ...body, open: (item) => openedBy(opening, item, words) };
    if (body.kind !== "json") return body;
    const opened = openedBy(opening, body.value, words);
    return opened instanceof Promise ? opened.then(take) : take(opened);

    function take({ value, carried }: OpenedValue): Body {
      answer.carried = carried;
      return { kind: "json", value };
    }
  };
}

/**
 * Serializes a value once (`AppOptions.CheckResponses`), so that exactly the sent JSON is validated.
 *
 * It throws a ResponseError if JSON would lose a Promise, Map, Set or Error within the value.
 */
const readJSON: Stage = (body, answer) => {
  if (body.kind !== "json") return body;
  const { text, misfits } = watchedJSONText(body.value, answer.exchange.res);
  if (misfits.length > 0) throw new ResponseError(`${wordsOfHandler(answer)}: ${misfits.join("; ")}`);
  return { kind: "jsonText", text };
};

/** The schema that validates a body; members that it closes out are misfits. */
interface Judgement {
  readonly validate: Validate;
  readonly closed: ClosedMembers | undefined;
}

type MisfitWords = (answer: AnswerInProgress) => string;

const wordsOfHandler: MisfitWords = ({ exchange: { req }, status }) =>
  `the value returned by the handler of ${requestInWords(req)} does not match its WithResponse(${status})`;

/** The message for a carried value that does not match its schema. */
export const wordsOfCarried: MisfitWords = ({ exchange: { req }, status }) =>
  `the value carried by the handler of ${requestInWords(req)} does not match the Carrying schema of its WithResponse(${status})`;

const wordsOfVersion: MisfitWords = ({ exchange: { req }, status }) =>
  `the converted response of ${requestInWords(req)} does not match its WithResponse(${status})`;

/**
 * Validates a value as a client reads it (`AppOptions.CheckResponses`): a Date is text, and undefined members are
 * missing.
 *
 * It rejects with a ResponseError for a misfit. Bytes, streams and items have no schema.
 */
function judge(judgement: Judgement, words: MisfitWords): Stage {
  return (body, answer) => {
    if (body.kind === "text") return assertFits(body, body.text);
    if (body.kind === "jsonText") return assertFits(body, JSON.parse(body.text));
    return body;

    async function assertFits(body: Body, value: unknown): Promise<Body> {
      const misfits = await misfitsOf(value, judgement);
      if (misfits.length > 0) throw new ResponseError(`${words(answer)}: ${misfits.join("; ")}`);
      return body;
    }
  };
}

async function misfitsOf(value: unknown, { validate, closed }: Judgement): Promise<readonly string[]> {
  const verdict = await validate(value);
  if ("issues" in verdict) return issuesInWords(verdict.issues);
  return closedOut(value, closed);
}

/** The members that a schema closes out, by their paths. */
function closedOut(json: unknown, closed: ClosedMembers | undefined): readonly string[] {
  if (!closed) return [];
  const paths = missingPaths(json, closed.strip(json));
  const words = paths.slice(0, mostPaths).map((path) => `${path}: the schema does not allow this property`);
  return paths.length > mostPaths ? [...words, `and ${String(paths.length - mostPaths)} more`] : words;
}

/** If every item of a list has the same extra member, a few paths are enough. */
const mostPaths = 20;

/** The paths of members that a JSON value has and its copy lacks. */
function missingPaths(whole: unknown, kept: unknown, at: readonly string[] = []): readonly string[] {
  if (whole === kept || !isObject(whole) || !isObject(kept)) return [];
  return Object.entries(whole).flatMap(([name, value]: [string, unknown]) => {
    const path = [...at, name];
    return Object.hasOwn(kept, name) ? missingPaths(value, Reflect.get(kept, name), path) : path.join(".");
  });
}

/** Removes the members that the schema closes out. */
function closeMembers(closed: ClosedMembers): Stage {
  return (body, { exchange: { res } }) => {
    switch (body.kind) {
      case "json":
        return { kind: "jsonText", text: jsonText(body.value, res, closed) };
      case "text":
        // A text has no members, but `strip` throws if the schema does not allow texts.
        closed.strip(body.text);
        return body;
      case "items":
        return {
          ...body,
          itemText: (item, res) => jsonText(item.kind === "text" ? item.text : item.value, res, closed),
        };
      case "jsonText":
        return { kind: "jsonText", text: JSON.stringify(closed.strip(JSON.parse(body.text))) };
      case "nothing":
      case "bytes":
      case "stream":
      case "unsupported":
        return body;
    }
  };
}

/** Asks for the contexts that the Downs need, and that the handler's own work may change. */
function askLater({ later, isFromNothing }: ResponseDown): Stage {
  return (body, answer) => {
    if (!isFromNothing && !isConvertible(body)) return body;
    const { exchange } = answer;
    const take = (contexts: ContextValues): Body => {
      answer.exchange = { ...exchange, contexts };
      return body;
    };
    const failed = (error: unknown): never => {
      discard(exchange, body);
      throw error;
    };
    try {
      const contexts = askContexts(later, exchange.req, exchange.contexts);
      return contexts instanceof Promise ? contexts.then(take, failed) : take(contexts);
    } catch (error) {
      return failed(error);
    }
  };
}

/** True for the kinds of bodies that a Down gets. */
function isConvertible({ kind }: Body): boolean {
  return kind === "json" || kind === "jsonText" || kind === "text" || kind === "items";
}

/** The terms of a response that an older version gets in another form. */
type ConvertedTerms = Pick<ResponseTerms, "closed"> & { readonly down: ResponseDown };

/**
 * Converts the handler's value to the version's form; a value that cannot be converted is never sent in the handler's
 * own form.
 *
 * It also removes closed members, unless the result is validated next: there they are misfits.
 */
function convertDown(terms: ConvertedTerms, version: Version | undefined, isJudged = false): Stage {
  const { down } = terms;
  const convertClosed = converter(terms, version);
  const convert = isJudged ? converter({ down, closed: undefined }, version) : convertClosed;
  return (body, { exchange, carried }) => {
    if (down.isFromNothing) {
      discard(exchange, body);
      return convertNothing(convert, exchange);
    }
    switch (body.kind) {
      case "json":
      case "jsonText":
      case "text":
        return convert(handlerCopy(body, down, exchange), exchange, carried);
      case "nothing":
        return body;
      case "items":
        if (!down.convert) return dropped(body, exchange, down);
        return {
          ...body,
          itemText: (item, _res, carried) =>
            asJSON(convertClosed(handlerCopy(item, down, exchange), exchange, carried)),
        };
      case "bytes":
      case "stream":
        if (!down.convert) return dropped(body, exchange, down);
        discard(exchange, body);
        throw new ConversionError(
          `a handler of a route with changes must return JSON for older versions, got ${body.kind === "bytes" ? "bytes" : "a stream"}`,
        );
      case "unsupported":
        return down.convert ? body : dropped(body, exchange, down);
    }
  };
}

/** Creates the body for a version that has one where the handler returns none. */
export function convertNothing(convert: ReturnType<typeof converter>, exchange: Exchange): ConvertedBody {
  const body = convert(undefined, exchange, undefined);
  if (body.kind !== "nothing") exchange.earlier?.giveContent();
  return body;
}

/** The body for a version that has none where the handler returns one. */
const noBody: ConvertedBody = { kind: "nothing", keepsStatus: true };

function dropped(body: Body, exchange: Exchange, { dropping }: ResponseDown): Body {
  touch(exchange.touched, dropping);
  discard(exchange, body);
  return noBody;
}

/**
 * Copies a handler's value as JSON, without the members that its own schema closes out.
 *
 * They are removed before serialization: JSON may not be able to represent them, such as a bigint or a circle.
 */
export function handlerCopy(
  body: Body & { readonly kind: "json" | "jsonText" | "text" },
  { closed, convert }: ResponseDown,
  { res }: Exchange,
): unknown {
  // A dropped body needs no search for closed members.
  const members = convert ? closed : undefined;
  if (body.kind === "json") return jsonOf(body.value, res, members);
  const value: unknown = body.kind === "text" ? body.text : JSON.parse(body.text);
  return members ? members.strip(value) : value;
}

/** The body for a version: a text, a JSON text, or none. */
export type ConvertedBody = Body & { readonly kind: "nothing" | "text" | "jsonText" };

/** Creates the function that converts a copy of the handler's value, and removes closed members from the result of Down. */
export function converter(
  { down, closed }: ConvertedTerms,
  version: Version | undefined,
): (copy: unknown, exchange: Exchange, carried: CarriedNode | undefined) => ConvertedBody {
  const last = lastStepOf(down.convert);
  return (copy, { req, contexts, touched }, carried) => {
    try {
      const value = down.convert?.(copy, contexts, carried, touched);
      touch(touched, down.dropping);
      return asBody(value, closed);
    } catch (error) {
      throw failureOfConversion(error, req, version, last);
    }
  };
}

/** Creates a body from the result of Down: only now is it certain that JSON can represent it. */
function asBody(value: unknown, closed: ClosedMembers | undefined): ConvertedBody {
  if (value === undefined) return noBody;
  // The result of toJSON may be a text, which is sent as text.
  const isMadeByWriting = isObject(value) && !("toJSON" in value);
  const kept = closed && !isMadeByWriting ? closed.strip(value) : value;
  if (kept === undefined) return noBody;
  if (typeof kept === "string") return { kind: "text", text: kept };
  const text: unknown = closed && isMadeByWriting ? closed.write(kept) : JSON.stringify(kept);
  if (typeof text === "string") return { kind: "jsonText", text };
  throw new ConversionError(`Down returned ${describe(kept)}, which JSON cannot represent`);
}

/** A converted body as JSON, for an item, and for `res.json`. */
export function asJSON(body: ConvertedBody): string {
  switch (body.kind) {
    case "text":
      return JSON.stringify(body.text);
    case "jsonText":
      return body.text;
    case "nothing":
      throw new ConversionError(
        "Down must return a value for each item of an async iterable: the older schema is Nothing, which has no body",
      );
  }
}
