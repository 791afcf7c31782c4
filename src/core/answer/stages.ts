import { ConversionError } from "../../changes/history/conversion-errors";
import { resultStepOf } from "../../changes/history/convert";
import type { ContextValues } from "../model/context";
import { ResponseError } from "../model/http-error";
import type { ClosedMembers } from "../model/schema";
import type { OpenedValue, Opening, ResponseDown, ResponseTerms, RouteResponses } from "../model/serving";
import { describe, isObject } from "../model/value";
import { noteRun, touch } from "../model/histories";
import type { Version } from "../model/version";
import { askContexts } from "../../changes/exchange/asked-contexts";
import type { Exchange } from "../request/exchange";
import type { AnswerInProgress, Body, ItemText, Stage } from "./body";
import { failureOfConversion } from "../../changes/exchange/conversion-failure";
import { requestInWords } from "../request/request-words";
import { issuesInWords } from "../../schema/issues";
import { jsonOf, jsonText } from "./json-text";
import { judge, readJSON, wordsOfHandler, wordsOfVersion, type MisfitWords } from "./judging";
import { discard } from "./write";

/** Returns the steps that validate a handler's value, convert it to the client's version, and validate it again. */
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
  const asked = askedLater(down);
  if (!down.validate) return [...read, ...asked, convertDown({ ...terms, down }, version)];
  return [
    ...read,
    ...(isStripped && down.closed ? [closeMembers(down.closed)] : []),
    judge({ validate: down.validate, closed: down.closed }, wordsOfHandler),
    ...asked,
    convertDown({ ...terms, down }, version),
    ...(validate
      ? [judge({ validate, closed: undefined, facts: resultStepOf(down.convert) }, wordsOfVersion)]
      : []),
  ];
}

interface SentStages {
  readonly prepare: readonly Stage[];
  readonly convert: (body: Body, answer: AnswerInProgress) => Body;
}

export function stagesOfSent(terms: ConvertedTerms, version: Version | undefined): SentStages {
  const { opening } = terms.down;
  return {
    prepare: [...(opening ? [openCarried(opening)] : []), ...askedLater(terms.down)],
    convert: convertDown(terms, version),
  };
}

/** Applies the stages to a body in their order, and waits only where a stage returns a promise. */
export function passed(body: Body, stages: readonly Stage[], answer: AnswerInProgress): Body | Promise<Body> {
  let current: Body | Promise<Body> = body;
  for (const stage of stages) {
    current =
      current instanceof Promise
        ? current.then((settled: Body) => stage(settled, answer))
        : stage(current, answer);
  }
  return current;
}

function askedLater(down: ResponseDown): readonly Stage[] {
  return down.later.length > 0 ? [askLater(down)] : [];
}

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

function openedBy(
  { open, validatorOf }: Opening,
  value: unknown,
  words: () => string,
): OpenedValue | Promise<OpenedValue> {
  const opened = open(value);
  if (!validatorOf) return opened;
  return judgedCarried(Promise.resolve(opened), validatorOf, words);
}

async function judgedCarried(
  opening: Promise<OpenedValue>,
  validatorOf: NonNullable<Opening["validatorOf"]>,
  words: () => string,
): Promise<OpenedValue> {
  const opened = await opening;
  for (const { carrier, carried } of opened.found()) {
    const verdict = await validatorOf(carrier)(carried);
    if ("issues" in verdict) {
      throw new ResponseError(`${words()}: ${issuesInWords(verdict.issues).join("; ")}`);
    }
  }
  return opened;
}

const wordsOfCarried: MisfitWords = ({ exchange: { req }, status }) =>
  `the value carried by the handler of ${requestInWords(req)} does not match the Carrying schema of its WithResponse(${status})`;

function closeMembers(closed: ClosedMembers): Stage {
  return (body, { exchange: { res } }) => {
    switch (body.kind) {
      case "json":
        return { kind: "jsonText", text: jsonText(body.value, res, closed) };
      case "text":
        // A string has no members to remove, but `strip` throws an error if the schema does not allow a string.
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

/** Calls the functions that `WithContext(..., { After: true })` declares. They run after the handler. */
function askLater({ later, isFromNothing }: ResponseDown): Stage {
  return (body, answer) => {
    if (!isFromNothing && !isConvertible(body)) return body;
    const { exchange } = answer;
    const take = (contexts: ContextValues): Body => {
      if (exchange.notes) exchange.notes.contexts = contexts;
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

function isConvertible({ kind }: Body): boolean {
  return kind === "json" || kind === "jsonText" || kind === "text" || kind === "items";
}

type ConvertedTerms = Pick<ResponseTerms, "closed"> & { readonly down: ResponseDown };

function convertDown(terms: ConvertedTerms, version: Version | undefined): SentStages["convert"] {
  const { down } = terms;
  const convert = converter(terms, version);
  return (body, answer) => {
    const { exchange } = answer;
    if (down.isFromNothing) {
      discard(exchange, body);
      const made = convert(undefined, answer);
      if (made.kind !== "nothing") exchange.earlier?.giveContent();
      return made;
    }
    switch (body.kind) {
      case "json":
      case "jsonText":
      case "text":
        return convert(body, answer);
      case "nothing":
        return body;
      case "items":
        if (!down.convert) return dropped(body, exchange, down);
        return { ...body, itemText: itemTextBy(convert, exchange) };
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

/** Converts the items of an async iterable, which no recorder gets. */
function itemTextBy(convert: ReturnType<typeof converter>, recorded: Exchange): ItemText {
  const exchange = { ...recorded, notes: undefined };
  return (item, res, carried) => asJSON(convert(item, { exchange, status: res.statusCode, carried }));
}

/** The body for the schema `Nothing`. It keeps the status, which undefined from a handler would change to 204. */
const noBody: ConvertedBody = { kind: "nothing", keepsStatus: true };

function dropped(body: Body, exchange: Exchange, { dropping }: ResponseDown): Body {
  noteDropped(exchange, dropping);
  discard(exchange, body);
  return noBody;
}

function noteDropped({ touched }: Pick<Exchange, "touched">, dropping: ResponseDown["dropping"]): void {
  if (!touched) return;
  noteRun(touched, dropping);
  touch(touched, dropping);
}

type ConvertedBody = Body & { readonly kind: "nothing" | "text" | "jsonText" };

type WrittenBody = (Body & { readonly kind: "json" | "jsonText" | "text" }) | undefined;

function converter(
  { down, closed }: ConvertedTerms,
  version: Version | undefined,
): (body: WrittenBody, answer: AnswerInProgress) => ConvertedBody {
  const last = resultStepOf(down.convert);
  return (body, { exchange, status, carried }) => {
    const { req, res, contexts, touched, notes } = exchange;
    const copy = body && handlerCopy(body, down, res);
    notes?.noteGiven(down.closed && !down.convert ? down.closed.strip(copy) : copy, status, carried);
    try {
      const value = down.convert?.(copy, contexts, carried, touched);
      noteDropped(exchange, down.dropping);
      const made = asBody(value, closed);
      notes?.noteShown(jsonIn(made));
      return made;
    } catch (error) {
      throw failureOfConversion(error, req, version, last);
    }
  };
}

/** Copies the handler's value, because a `Down` function may change the value that it gets. */
function handlerCopy(
  body: NonNullable<WrittenBody>,
  { closed, convert }: ResponseDown,
  res: Exchange["res"],
): unknown {
  // `convert` must not get undeclared members. Without `convert`, `asBody` removes them from the copy.
  const members = convert ? closed : undefined;
  if (body.kind === "json") return jsonOf(body.value, res, members);
  const value: unknown = body.kind === "text" ? body.text : JSON.parse(body.text);
  return members ? members.strip(value) : value;
}

function asBody(value: unknown, closed: ClosedMembers | undefined): ConvertedBody {
  if (value === undefined) return noBody;
  // A value with `toJSON` may become a string, which is sent as plain text. `closed.write` would add quotes.
  const isMadeByWriting = isObject(value) && !("toJSON" in value);
  const kept = closed && !isMadeByWriting ? closed.strip(value) : value;
  if (kept === undefined) return noBody;
  if (typeof kept === "string") return { kind: "text", text: kept };
  const text: unknown = closed && isMadeByWriting ? closed.write(kept) : JSON.stringify(kept);
  if (typeof text === "string") return { kind: "jsonText", text };
  throw new ConversionError(`Down returned ${describe(kept)}, which JSON cannot represent`);
}

/**
 * Converts the JSON of a handler's value again, as a recording holds it. `given` may be changed.
 *
 * @throws The error that the answer would cause.
 */
export function shownAgain(
  { down, closed }: Pick<ResponseTerms, "down" | "closed">,
  given: unknown,
  { contexts, carried, touched }: Pick<Exchange, "contexts" | "touched"> & Pick<AnswerInProgress, "carried">,
): unknown {
  if (!down) return closed ? closed.strip(given) : given;
  const copy = down.convert && down.closed ? down.closed.strip(given) : given;
  const value = down.convert?.(down.isFromNothing ? undefined : copy, contexts, carried, touched);
  noteDropped({ touched }, down.dropping);
  return jsonIn(asBody(value, closed));
}

function jsonIn(body: ConvertedBody): unknown {
  switch (body.kind) {
    case "nothing":
      return undefined;
    case "text":
      return body.text;
    case "jsonText":
      return JSON.parse(body.text);
  }
}

export function asJSON(body: ConvertedBody): string {
  switch (body.kind) {
    case "text":
      return JSON.stringify(body.text);
    case "jsonText":
      return body.text;
    case "nothing":
      throw new ConversionError(
        "the response schema of this version is Nothing, which cannot describe the items of an async iterable: declare a schema of the items for this version",
      );
  }
}
