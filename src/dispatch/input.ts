import type { Request } from "express";
import { cookiesIn } from "../http/cookies";
import { headerLines } from "../http/header-lines";
import type { HTTPError } from "../model/http-error";
import { mostDetails, refusal } from "../model/refusals";
import { bodyMediaTypes, type Issue, type Part } from "../model/schema";
import type { PartInput, PartUp, RouteInput } from "../model/serving";
import { bodyReader } from "./body";
import { failureOfConversion } from "./conversion-failure";
import type { Exchange, Step } from "./exchange";
import { findHostile } from "../schema/hostile";
import { setMember } from "../schema/member";
import { isObject } from "../model/value";

/** Reads the body and holds every declared part against its schema; only what fits goes on. */
export function inputStep({ parts, body, invalidStatus, ups }: RouteInput): Step {
  const readBody = body && bodyReader(body);
  const turnUp = ups.length > 0 ? turningUp(ups) : undefined;
  const take = async ({ req, res }: Exchange): Promise<void> => {
    await readBody?.(req, res);
    // Async, so that what one schema throws does not leave another's rejection to nobody.
    const judged = await Promise.all(parts.map(async (input) => await judge(input, req)));
    const fitting = judged.filter((result) => "value" in result);
    // Not by the issues: a validator may refuse a value without a word.
    if (fitting.length < judged.length) {
      throw invalid(
        judged.flatMap((result) => ("issues" in result ? result.issues : [])),
        invalidStatus,
      );
    }
    for (const { part, value } of turnUp ? await turnUp(fitting, req) : fitting) put(req, part, value);
  };
  return (next) => (exchange) => {
    take(exchange).then(
      () => {
        next(exchange);
      },
      (error: unknown) => {
        exchange.fail(exchange, error);
      },
    );
  };
}

/** An issue and where it stands: what a client is told of it. */
interface Detail extends Issue {
  readonly in: Part;
}

interface Fitting {
  readonly part: Part;
  readonly value: unknown;
}

type Judged = Fitting | { readonly part: Part; readonly issues: readonly Detail[] };

/** Gives the handler's words for those of a version; a part that the version does not send is made of undefined. */
function turningUp(
  ups: readonly PartUp[],
): (sent: readonly Fitting[], req: Request) => Promise<readonly Fitting[]> {
  return async (sent, req) => {
    const turned = new Map(sent.map(({ part, value }) => [part, value]));
    for (const { part, up } of ups) {
      try {
        turned.set(part, await up(turned.get(part)));
      } catch (error) {
        throw failureOfConversion(error, req);
      }
    }
    return [...turned].map(([part, value]) => ({ part, value }));
  };
}

async function judge(input: PartInput, req: Request): Promise<Judged> {
  const { part, validate } = input;
  const value = sentIn(req, input);
  const hostile = findHostile(value);
  const verdict = hostile ? { issues: [hostile] } : await validate(value);
  return "issues" in verdict
    ? { part, issues: verdict.issues.map(({ path, message }) => ({ in: part, path, message })) }
    : { part, value: verdict.value };
}

/** The part as the client sent it, with lists of one where a list is asked for; a copy where a validator may change it. */
function sentIn(req: Request, { part, isList, names }: PartInput): unknown {
  const sent: unknown = part === "cookies" ? cookiesOf(req) : req[part];
  if (part === "body" && (!isList || !req.is(formTypes))) return sent;
  if (!isObject(sent)) return sent;
  const values = copyOfValues(sent, names);
  return isList ? withLists(values, isList) : values;
}

/** The media types whose bodies have fields by name. */
const formTypes = [...bodyMediaTypes.form, ...bodyMediaTypes.multipart];

/** The cookies as a middleware has parsed them, else as they were sent. */
function cookiesOf(req: Request): unknown {
  // Express's own type of it is any: it leaves cookies to middleware.
  const { cookies } = req as { readonly cookies?: unknown };
  return cookies ?? cookiesIn(headerLines(req, "cookie"));
}

/** Those of some names, or all. Without a prototype where there was none: a schema may have a name that every object answers to. */
function copyOfValues(values: object, names: PartInput["names"]): Record<string, unknown> {
  if (Object.getPrototypeOf(values) !== null) return { ...values };
  const entries = names && Object.entries(values).filter(([name]) => names.has(name));
  return Object.assign(
    Object.create(null) as Record<string, unknown>,
    entries ? Object.fromEntries(entries) : values,
  );
}

function withLists(values: Record<string, unknown>, isList: (name: string) => boolean): object {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && !Array.isArray(value) && isList(name)) setMember(values, name, [value]);
  }
  return values;
}

function invalid(issues: readonly Detail[], status: number): HTTPError {
  return refusal("misfit", [], { details: issues.slice(0, mostDetails), status });
}

/** Gives the handler what the schema put out. */
function put(req: Request, part: Part, value: unknown): void {
  switch (part) {
    case "body":
      req.body = value;
      return;
    case "cookies":
      (req as { cookies: unknown }).cookies = value;
      return;
    case "query":
      // Express has a getter there.
      Object.defineProperty(req, "query", { value, configurable: true, enumerable: true, writable: true });
      return;
    case "params":
      req.params = Object.assign(Object.create(null) as Request["params"], req.params, objectOf(value, part));
      return;
    case "headers":
      Object.assign(req.headers, objectOf(value, part));
  }
}

function objectOf(value: unknown, part: Part): object {
  if (isObject(value)) return value;
  throw new TypeError(`the schema of ${part} puts out no object, which could be laid over req.${part}`);
}
