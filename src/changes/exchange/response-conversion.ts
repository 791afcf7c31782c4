import type { AnswerInProgress, Body, ItemText, Stage } from "../../core/answer/body";
import { jsonOf } from "../../core/answer/json-text";
import type { MisfitWords } from "../../core/answer/stages";
import type { Conversion, Conversions, Opening } from "../../core/answer/terms";
import { discard } from "../../core/answer/write";
import type { ContextValues } from "../../schema/interface/context";
import type { DeclaredResponse } from "../../core/model/contract";
import { noteRun, Nothing, touch } from "../../schema/interface/histories";
import { ResponseError } from "../../core/model/fault";
import type { ClosedMembers } from "../../schema/interface/schema";
import type { ContextQuestion } from "../options/contexts";
import { describe, isObject, takingRejections } from "../../core/model/value";
import type { Version } from "../../core/model/version";
import { type Exchange, requestInWords } from "../../core/request/exchange";
import { issuesInWords } from "../../schema/issues";
import type { Schemas } from "../../schema/schemas";
import { newestOf, sameLinkIn } from "../../schema/interface/at-version";
import { openingAlone } from "../history/carried-places";
import type { OpenValue, OpenedCarry } from "../history/carry-opening";
import { needsOfDowns } from "../history/contract-needs";
import { ConversionError } from "../history/conversion-errors";
import { resultStepOf } from "../history/convert";
import { renderingOf, type Rendering } from "../history/rendering";
import { askContexts } from "./asked-contexts";
import { failureOfConversion } from "./conversion-failure";

interface ConversionMeans {
  readonly version: Version | undefined;
  /** The contexts that are asked after the handler. */
  readonly later: readonly ContextQuestion[];
  readonly schemas: Schemas;
  readonly isChecked: boolean;
}

/** Makes the conversions of a route's responses for the clients of one version. */
export function responseConversions(means: ConversionMeans): Conversions {
  return {
    of: (response) => {
      const open = response.converted && openingAlone(response.converted.history);
      return { opening: open && openingBy(open, means), conversion: conversionOf(response, means) };
    },
    undeclared: {
      ...unconverted,
      convert: convertDown(undeclared, undefined, means.version),
      again: conversionAgain(undeclared, undefined),
    },
  };
}

const unconverted = {
  closed: undefined,
  validate: undefined,
  opening: undefined,
  asked: [],
  isFromNothing: false,
  type: undefined,
  facts: undefined,
};

const undeclared: ResponseDown = {
  closed: undefined,
  dropping: [],
  isFromNothing: false,
  convert: failUndeclared,
};

function failUndeclared(): never {
  throw new ConversionError(
    "the response cannot be converted for an older version, because no WithResponse declares its status: add a WithResponse for this status",
  );
}

function conversionOf(response: DeclaredResponse, means: ConversionMeans): Conversion | undefined {
  const { schemas, isChecked, later, version } = means;
  const { schema, converted } = response;
  const rendering = converted && renderingOf(converted.history, sameLinkIn(converted.at, version), schemas);
  if (!rendering) return undefined;
  const { open, closed, convert, isFromNothing, type } = rendering;
  const newest = newestOf(converted.history);
  const shown = schema && schemas.convertedMembers(schema);
  const needed = new Set(needsOfDowns(response).map(({ key }) => key));
  const questions = convert ? later.filter(({ key }) => needed.has(key)) : [];
  return {
    closed,
    validate: isChecked && newest !== Nothing ? schemas.sentValidator(newest) : undefined,
    opening: open && openingBy(open, means).stage,
    asked: questions.length > 0 ? [askLater(questions, isFromNothing)] : [],
    convert: convertDown(rendering, shown, version),
    again: conversionAgain(rendering, shown),
    isFromNothing,
    type,
    facts: resultStepOf(convert),
  };
}

function openingBy(open: OpenValue, { schemas, isChecked }: ConversionMeans): Opening {
  const judged: OpenAndJudge = (value, words) => judgedCarried(Promise.resolve(open(value)), schemas, words);
  return { stage: openCarried(isChecked ? judged : open), plain: (value) => plainOf(open, value) };
}

function plainOf(open: OpenValue, value: unknown): unknown {
  const opened = open(value);
  return opened instanceof Promise ? value : opened.value;
}

async function judgedCarried(
  opening: Promise<OpenedCarry>,
  { sentValidator }: Pick<Schemas, "sentValidator">,
  words: () => string,
): Promise<OpenedCarry> {
  const opened = await opening;
  for (const { carrier, carried } of opened.found()) {
    const verdict = await sentValidator(carrier.schema)(carried);
    if ("issues" in verdict) {
      throw new ResponseError(`${words()}: ${issuesInWords(verdict.issues).join("; ")}`);
    }
  }
  return opened;
}

type OpenAndJudge = (value: unknown, words: () => string) => OpenedCarry | Promise<OpenedCarry>;

/** Splits the handler's `Carry(value, data)` into value and data. If the data is a promise, the stage waits for it. */
function openCarried(open: OpenAndJudge): Stage {
  return (body, answer) => {
    const words = (): string => wordsOfCarried(answer);
    if (body.kind === "items") return { ...body, open: (item) => open(item, words) };
    if (body.kind !== "json") return body;
    const opened = open(body.value, words);
    return opened instanceof Promise ? opened.then(take) : take(opened);

    function take({ value, carried }: OpenedCarry): Body {
      answer.carried = carried;
      return { kind: "json", value };
    }
  };
}

const wordsOfCarried: MisfitWords = ({ exchange: { req }, status }) =>
  `the value carried by the handler of ${requestInWords(req)} does not match the Carrying schema of its WithResponse(${status})`;

/** Calls the functions that `WithContext(..., { After: true })` declares. They run after the handler. */
function askLater(questions: readonly ContextQuestion[], isFromNothing: boolean): Stage {
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
      const contexts = askContexts(questions, exchange.req, exchange.contexts);
      return contexts instanceof Promise ? contexts.then(take, failed) : take(contexts);
    } catch (error) {
      return failed(error);
    }
  };
}

function isConvertible({ kind }: Body): boolean {
  return kind === "json" || kind === "jsonText" || kind === "text" || kind === "items";
}

type ResponseDown = Pick<Rendering, "closed" | "convert" | "dropping" | "isFromNothing">;

/** Makes the stage that converts a body. `closed` removes the members that the schema of the version does not allow. */
function convertDown(
  down: ResponseDown,
  closed: ClosedMembers | undefined,
  version: Version | undefined,
): Conversion["convert"] {
  const convert = converter(down, closed, version);
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
  down: ResponseDown,
  closed: ClosedMembers | undefined,
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
  const text: unknown = takingRejections(kept, () =>
    closed && isMadeByWriting ? closed.write(kept) : JSON.stringify(kept),
  );
  if (typeof text === "string") return { kind: "jsonText", text };
  throw new ConversionError(`Down returned ${describe(kept)}, which JSON cannot represent`);
}

/** Makes the function that converts the JSON of a handler's value again. */
export function conversionAgain(down: ResponseDown, closed: ClosedMembers | undefined): Conversion["again"] {
  return (given, { contexts, carried, touched }) => {
    const copy = down.convert && down.closed ? down.closed.strip(given) : given;
    const value = down.convert?.(down.isFromNothing ? undefined : copy, contexts, carried, touched);
    noteDropped({ touched }, down.dropping);
    return jsonIn(asBody(value, closed));
  };
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
