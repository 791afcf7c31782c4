import { hasContent, isSuccess } from "../../http/status";
import { ResponseError } from "../model/fault";
import { isObject } from "../model/value";
import { isOver, type Exchange, namingRequest, requestInWords } from "../request/exchange";
import { classify, type Stage } from "./body";
import { awaited, discard, statusFor, takeBackStatus, write, writeUnhooked } from "./write";
import { passed } from "./stages";
import type { ResponseTerms, RouteResponses } from "./terms";

/** Sends a handler's value, such as an object or a string. Never throws. */
export type Respond = (exchange: Exchange, value: unknown, status: number) => void;

export const respondWith: Respond = (exchange, value, status) => {
  if (isAnswered(exchange, value)) return;
  try {
    write(exchange, classify(value), status);
  } catch (error) {
    failUnsent(exchange, error, status);
  }
};

export function respondBy(responses: RouteResponses): Respond {
  const stagesOf = stagesByTerms(responses);
  const writeBody = responses.convertsDown ? writeUnhooked : write;
  return (exchange, value, status) => {
    if (isAnswered(exchange, value) || awaited.has(exchange.res)) return;
    const intendedStatus = statusFor(exchange, status);
    const terms = responses.termsOf(intendedStatus);
    if (!terms) tellUndescribed(responses, value, intendedStatus);
    const failed = (error: unknown): void => {
      failUnsent(exchange, namingRequest(error, exchange.req, responses.version), status);
    };
    try {
      const body = classify(value);
      if (isOver(exchange)) {
        discard(exchange, body);
        return;
      }
      const sent = passed(body, stagesOf(terms, intendedStatus), { exchange, status: intendedStatus });
      if (sent instanceof Promise) {
        sent
          .then((body) => {
            writeBody(exchange, body, status, terms?.type);
          })
          .catch(failed);
      } else writeBody(exchange, sent, status, terms?.type);
    } catch (error) {
      failed(error);
    }
  };
}

/** Responds if a handler has returned undefined. For a forgotten `return`, calls `warn` or sends an error. */
export function respondToNothing(respond: Respond, { isForgotten, warn }: ForgottenReturn): Respond {
  return (exchange, value, status) => {
    const intendedStatus = statusFor(exchange, status);
    const isIntended = !hasContent(intendedStatus) || !isSuccess(intendedStatus);
    if (isIntended || isAnswered(exchange, value) || awaited.has(exchange.res)) {
      respond(exchange, value, status);
      return;
    }
    if (warn) respond(exchange, value, status);
    void isForgotten().then((isSo) => {
      if (warn) {
        if (isSo) warn();
      } else if (isSo) exchange.fail(exchange, new ResponseError(wordsOfForgotten(exchange)));
      else respond(exchange, value, status);
    });
  };
}

/** Reports a returned value that is not sent: `res` has already sent a response, or the status allows no content. */
export function reportingIgnored(respond: Respond, report: (status?: number) => void): Respond {
  return (exchange, value, status) => {
    const { res } = exchange;
    // A boolean is not reported, because `res.write(...)` returns a boolean, and handlers may return that result.
    const isReturned = value !== res && typeof value !== "boolean";
    if (isReturned && (res.headersSent || awaited.has(res))) report();
    else if (isReturned && value !== undefined && value !== null) {
      const intendedStatus = statusFor(exchange, status);
      // With a 304, the client uses its cached copy, so a handler may return the value, although it is not sent.
      if (!hasContent(intendedStatus) && intendedStatus !== 304) report(intendedStatus);
    }
    respond(exchange, value, status);
  };
}

export interface ForgottenReturn {
  /** Resolves to true if no declared 2xx response allows undefined, so a `return` is missing. Never rejects. */
  readonly isForgotten: () => Promise<boolean>;
  /** Logs the mistake. Undefined with `AppOptions.CheckResponses`, because the request then fails instead. */
  readonly warn: (() => void) | undefined;
}

function wordsOfForgotten({ req }: Exchange): string {
  return `the handler of ${requestInWords(req)} returned undefined, but declares no response without content: return a value, throw an HTTPError, or declare WithResponse(204)`;
}

type StagesOf = (terms: ResponseTerms | undefined, status: number) => readonly Stage[];

function stagesByTerms(responses: RouteResponses): StagesOf {
  const withContent = stagesKept(responses.stagesOf);
  const withoutContent = stagesKept((terms) =>
    responses.stagesOf(
      terms?.conversion?.isFromNothing ? terms : terms && { ...terms, conversion: undefined },
    ),
  );
  return (terms, status) => (hasContent(status) ? withContent : withoutContent)(terms);
}

function stagesKept(
  stagesOf: (terms: ResponseTerms | undefined) => readonly Stage[],
): (terms: ResponseTerms | undefined) => readonly Stage[] {
  const known = new Map<ResponseTerms | undefined, readonly Stage[]>();
  return (terms) => {
    let stages = known.get(terms);
    if (!stages) known.set(terms, (stages = stagesOf(terms)));
    return stages;
  };
}

function isAnswered({ res }: Exchange, value: unknown): boolean {
  return value === res || res.headersSent;
}

function failUnsent(exchange: Exchange, error: unknown, status: number): void {
  takeBackStatus(exchange.res, status);
  exchange.fail(exchange, error);
}

/** Warns of a status without a `WithResponse`: the JSON of such a response cannot be converted for older versions. */
export function tellUndescribed(
  { termsOf, convertsDown, undescribed }: RouteResponses,
  value: unknown,
  status: number,
): void {
  if (convertsDown && undescribed && hasContent(status) && !termsOf(status) && hasMembers(value)) {
    undescribed(status);
  }
}

function hasMembers(value: unknown): boolean {
  try {
    return isObject(value) && classify(value).kind === "json";
  } catch {
    return false;
  }
}
