import type { Response } from "express";
import vary from "vary";

type Headers = Record<string, unknown> | readonly unknown[];

/**
 * Makes sure that the response's Vary names a field (RFC 9110, 12.5.5), whoever sends it and whatever it sets.
 *
 * It is added as the head is written: only then is it certain that nobody overwrites it.
 */
export function keepVary(res: Response, field: string): void {
  // The overloads of writeHead: (status, headers?) and (status, reason, headers?).
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response;
  res.writeHead = (...args: unknown[]) => writeHead(...withVary(res, args, field));
}

function withVary(res: Response, args: readonly unknown[], field: string): readonly unknown[] {
  const headers = args.at(-1);
  const given = isHeaders(headers) ? addTo(headers, field) : undefined;
  if (given) return [...args.slice(0, -1), given];
  vary(res, field);
  return args;
}

function isHeaders(value: unknown): value is Headers {
  return typeof value === "object" && value !== null;
}

/** The headers with the field in their Vary; undefined where they hold none. */
function addTo(headers: Headers, field: string): Headers | undefined {
  const entries = entriesOf(headers);
  if (!entries.some(([name]) => isVary(name))) return undefined;
  return entries.flatMap(([name, value]) => [name, isVary(name) ? vary.append(textOf(value), field) : value]);
}

/** As Node takes them: an object, a flat list of names and values, or a list of pairs. */
function entriesOf(headers: Headers): readonly (readonly [unknown, unknown])[] {
  if (!Array.isArray(headers)) return Object.entries(headers);
  const list = headers as readonly unknown[];
  if (Array.isArray(list[0])) return list as readonly [unknown, unknown][];
  return list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1]] as const] : []));
}

function isVary(name: unknown): boolean {
  return typeof name === "string" && name.toLowerCase() === "vary";
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}
