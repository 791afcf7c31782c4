import { isPromise } from "node:util/types";
import type { Response } from "express";
import { ResponseError } from "../model/fault";
import { takeRejectionsWithin } from "../model/value";
import { requestInWords } from "../request/exchange";
import { lostKind, type AnswerInProgress, type Body, type Stage } from "./body";
import { jsonText, replacerOf } from "./json-text";

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

/** Serializes a JSON body. Throws a ResponseError if the value contains a Promise, a Map, a Set or an Error. */
export const readJSON: Stage = (body, answer) => {
  if (body.kind !== "json") return body;
  const { text, misfits } = watchedJSONText(body.value, answer.exchange.res);
  if (misfits.length > 0) throw new ResponseError(`${wordsOfHandler(answer)}: ${misfits.join("; ")}`);
  return { kind: "jsonText", text };
};

export type MisfitWords = (answer: AnswerInProgress) => string;

export const wordsOfHandler: MisfitWords = ({ exchange: { req }, status }) =>
  `the value returned by the handler of ${requestInWords(req)} does not match its WithResponse(${status})`;

/** Serializes a value, and finds Promises, Maps, Sets and Errors in it. Two passes would call each `toJSON` twice. */
function watchedJSONText(
  value: unknown,
  res: Response,
): { readonly text: string; readonly misfits: readonly string[] } {
  const replacer = replacerOf(res);
  // As a replacer, `JSON.stringify` takes a function or a list of names. With a list, `watch` cannot find misfits.
  if (Array.isArray(replacer)) return { text: jsonText(value, res), misfits: [] };
  const paths = new Map<unknown, string>();
  const misfits: string[] = [];
  const watch = function (this: unknown, key: string, member: unknown): unknown {
    const written: unknown = replacer ? Reflect.apply(replacer, this, [key, member]) : member;
    if (typeof written !== "object" || written === null) return written;
    const holder = paths.get(this) ?? "";
    const path = holder === "" ? key : `${holder}.${key}`;
    paths.set(written, path);
    const what = lostKind(written);
    if (what === undefined) return written;
    takeRejectionsWithin(written);
    misfits.push(
      `${path || "the value"}: ${what}, which JSON turns into {}${isPromise(written) ? ": await it" : ""}`,
    );
    return {};
  };
  return { text: jsonText(value, res, undefined, watch), misfits };
}
