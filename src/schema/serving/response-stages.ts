import type { Body, Stage } from "../../core/answer/body";
import { jsonText } from "../../core/answer/json-text";
import { readJSON, wordsOfHandler, type MisfitWords } from "../../core/answer/stages";
import type { ResponseTerms } from "../../core/answer/terms";
import { noteFacts, type LogFacts, ResponseError } from "../../core/model/fault";
import type { ClosedMembers, Validate } from "../interface/schema";
import type { ResponseCheck } from "../../core/model/serving";
import { isObject } from "../../core/model/value";
import { requestInWords } from "../../core/request/exchange";
import { issuesInWords } from "../issues";

/** Returns the steps that validate a handler's value, convert it to the client's version, and validate it again. */
export function stagesFor(terms: ResponseTerms | undefined, check: ResponseCheck): readonly Stage[] {
  const stages = stagesOfValue(terms, check);
  const opening = terms?.conversion ? terms.conversion.opening : terms?.opening?.stage;
  return opening ? [opening, ...stages] : stages;
}

function stagesOfValue(terms: ResponseTerms | undefined, check: ResponseCheck): readonly Stage[] {
  const read = check ? [readJSON] : [];
  if (!terms) return read;
  const { conversion, validate, closed } = terms;
  const isStripped = check === "stripped";
  if (!conversion) {
    return [
      ...read,
      ...(isStripped && closed ? [closeMembers(closed)] : []),
      ...(validate ? [judge({ validate, closed }, wordsOfHandler)] : []),
      ...(closed ? [closeMembers(closed)] : []),
    ];
  }
  const { asked, convert, facts } = conversion;
  if (!conversion.validate) return [...read, ...asked, convert];
  return [
    ...read,
    ...(isStripped && conversion.closed ? [closeMembers(conversion.closed)] : []),
    judge({ validate: conversion.validate, closed: conversion.closed }, wordsOfHandler),
    ...asked,
    convert,
    ...(validate ? [judge({ validate, closed: undefined, facts }, wordsOfVersion)] : []),
  ];
}

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

interface Judgement {
  readonly validate: Validate;
  readonly closed: ClosedMembers | undefined;
  /** Facts for the log besides the error, such as the change whose `Down` made the value. */
  readonly facts?: LogFacts | undefined;
}

/** Validates a JSON or text body. Throws a ResponseError if the schema does not allow it. */
function judge(judgement: Judgement, words: MisfitWords): Stage {
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

const wordsOfVersion: MisfitWords = ({ exchange: { req }, status }) =>
  `the converted response of ${requestInWords(req)} does not match its WithResponse(${status})`;
