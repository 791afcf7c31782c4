import { isPromise } from "node:util/types";
import type { Response } from "express";
import { ResponseError } from "../model/http-error";
import type { ClosedMembers, Validate } from "../model/schema";
import { noteFacts, type LogFacts } from "../model/fault";
import { isObject, takeRejectionsWithin } from "../model/value";
import { issuesInWords } from "../../schema/issues";
import { lostKind, type AnswerInProgress, type Body, type Stage } from "./body";
import { requestInWords } from "../request/request-words";
import { jsonText, replacerOf } from "./json-text";

/** Serializes a JSON body. Throws a ResponseError if the value contains a Promise, a Map, a Set or an Error. */
export const readJSON: Stage = (body, answer) => {
  if (body.kind !== "json") return body;
  const { text, misfits } = watchedJSONText(body.value, answer.exchange.res);
  if (misfits.length > 0) throw new ResponseError(`${wordsOfHandler(answer)}: ${misfits.join("; ")}`);
  return { kind: "jsonText", text };
};

interface Judgement {
  readonly validate: Validate;
  readonly closed: ClosedMembers | undefined;
  /** Facts for the log besides the error, such as the change whose `Down` made the value. */
  readonly facts?: LogFacts | undefined;
}

export type MisfitWords = (answer: AnswerInProgress) => string;

export const wordsOfHandler: MisfitWords = ({ exchange: { req }, status }) =>
  `the value returned by the handler of ${requestInWords(req)} does not match its WithResponse(${status})`;

export const wordsOfVersion: MisfitWords = ({ exchange: { req }, status }) =>
  `the converted response of ${requestInWords(req)} does not match its WithResponse(${status})`;

/** Validates a JSON or text body. Throws a ResponseError if the schema does not allow it. */
export function judge(judgement: Judgement, words: MisfitWords): Stage {
  return (body, answer) => {
    if (body.kind === "text") return assertFits(body, body.text);
    if (body.kind === "jsonText") return assertFits(body, JSON.parse(body.text));
    return body;

    async function assertFits(body: Body, value: unknown): Promise<Body> {
      const misfits = await misfitsOf(value, judgement);
      if (misfits.length === 0) return body;
      throw noteFacts(new ResponseError(`${words(answer)}: ${misfits.join("; ")}`), judgement.facts);
    }
  };
}

async function misfitsOf(value: unknown, { validate, closed }: Judgement): Promise<readonly string[]> {
  const verdict = await validate(value);
  if ("issues" in verdict) return issuesInWords(verdict.issues);
  return closedOut(value, closed);
}

function closedOut(json: unknown, closed: ClosedMembers | undefined): readonly string[] {
  if (!closed) return [];
  const paths = missingPaths(json, closed.strip(json));
  const words = paths.slice(0, mostPaths).map((path) => `${path}: the schema does not allow this property`);
  return paths.length > mostPaths ? [...words, `and ${String(paths.length - mostPaths)} more`] : words;
}

const mostPaths = 20;

function missingPaths(whole: unknown, kept: unknown, at: readonly string[] = []): readonly string[] {
  if (whole === kept || !isObject(whole) || !isObject(kept)) return [];
  return Object.entries(whole).flatMap(([name, value]: [string, unknown]) => {
    const path = [...at, name];
    return Object.hasOwn(kept, name) ? missingPaths(value, Reflect.get(kept, name), path) : path.join(".");
  });
}

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
