import type { ClosedMembers } from "../model/schema";
import type { ResponseCheck } from "../model/serving";
import type { AnswerInProgress, Body, Stage } from "./body";
import { judge, readJSON, wordsOfHandler, wordsOfVersion } from "./judging";
import { jsonText } from "./json-text";
import type { ResponseTerms, RouteResponses } from "./terms";

/** Returns the steps that validate a handler's value, convert it to the client's version, and validate it again. */
export function stagesFor(
  terms: ResponseTerms | undefined,
  { check }: Pick<RouteResponses, "check">,
): readonly Stage[] {
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
