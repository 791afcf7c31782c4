import type { Problem } from "../model/problem";
import { describe, isObject } from "../model/value";
import { problem } from "./problems";

/** The problem of an option's text. */
export function checkText(where: string, option: string, text: unknown): readonly Problem[] {
  return typeof text === "string" && text !== ""
    ? []
    : [problem("text-invalid", where, option, describe(text))];
}

/** Whether a value is a status that a route can answer with: a whole number from 200 to 599. */
export function isStatus(code: unknown): boolean {
  return typeof code === "number" && Number.isInteger(code) && code >= 200 && code <= 599;
}

/** Whether a value is an object that JSON can hold, for a document. */
export function isJSONObject(value: unknown): boolean {
  if (!isObject(value) || Array.isArray(value)) return false;
  try {
    return typeof JSON.stringify(value) === "string";
  } catch {
    return false;
  }
}
