import type { Request } from "express";
import { cookiesIn } from "../http/cookies";
import { headerLines } from "../http/header-lines";
import type { HTTPError } from "../model/http-error";
import { refusal } from "../model/refusals";
import { bodyMediaTypes, type Issue, type Part, type Verdict } from "../model/schema";
import type { ContextValues } from "../model/context";
import type { ContextQuestion, PartInput, PartUp, RouteInput } from "../model/serving";
import { bodyReader } from "../body/request-body";
import { failureOfConversion } from "../answer/conversion-failure";
import { StricterRefusal } from "../history/stricter-refusal";
import type { Exchange, Step } from "../request/exchange";
import { bodyOfExcess, findHostile, issueOfExcess } from "../schema/hostile";
import { detailsOf } from "../schema/issues";
import { setMember } from "../schema/member";
import { askContexts } from "./context-step";
import { isObject, isThenable } from "../model/value";

/**
 * Reads the body and holds every declared part against its schema; only what fits goes on.
 *
 * What fits is turned up, for which contexts are asked first; they are the exchange's from then on.
 */
export function inputStep(
  { parts, body, invalidStatus, ups }: RouteInput,
  questions: readonly ContextQuestion[] = [],
): Step {
  const readBody = body && bodyReader(body);
  const turnUp = ups.length > 0 ? turningUp(ups, invalidStatus) : undefined;
  const give = (req: Request, given: readonly Turned[]): void => {
    for (const { part, isNamed } of ups) forget(req, part, isNamed);
    for (const { part, value } of given) put(req, part, value);
  };
  const giveTurned = async (exchange: Exchange, parts: JudgedParts): Promise<ContextValues | undefined> => {
    const contexts = questions.length > 0 ? await askContexts(questions, exchange.req) : undefined;
    give(exchange.req, turnUp ? await turnUp(parts, exchange, contexts) : parts.fitting);
    return contexts;
  };
  const take = (
    exchange: Exchange,
    sent: readonly SentPart[],
    judged: readonly Judged[],
  ): Promise<ContextValues | undefined> | undefined => {
    const fitting = judged.filter((result) => "value" in result);
    // Not by the issues: a validator may refuse a value without a word.
    if (fitting.length < judged.length) {
      const details = detailsOf(judged.filter((result) => "issues" in result));
      throw misfit(details, invalidStatus);
    }
    if (turnUp || questions.length > 0) return giveTurned(exchange, { sent, fitting });
    give(exchange.req, fitting);
    return undefined;
  };
  const check = (exchange: Exchange): Promise<ContextValues | undefined> | undefined => {
    const sent = parts.map((input) => sentPart(input, exchange.req));
    const judged = judgedAll(sent);
    return "then" in judged
      ? judged.then((later) => take(exchange, sent, later))
      : take(exchange, sent, judged);
  };
  return (next) => (exchange) => {
    const { req, res } = exchange;
    const failed = (error: unknown): void => {
      exchange.fail(exchange, error);
    };
    const goOn = (contexts?: ContextValues): void => {
      next(contexts ? { ...exchange, contexts } : exchange);
    };
    const checkParts = (): void => {
      settle(() => check(exchange), goOn, failed);
    };
    if (readBody) settle(() => readBody(req, res), checkParts, failed);
    else checkParts();
  };
}

/**
 * Calls a function, and hands on what it gives, or its error: at once, unless it gives a promise.
 *
 * Hot path: a promise for each step of a request took as long as to read and check a small body.
 */
function settle<Value>(
  call: () => Promise<Value | undefined> | undefined,
  settled: (value?: Value) => void,
  failed: (error: unknown) => void,
): void {
  let given;
  try {
    given = call();
  } catch (error) {
    failed(error);
    return;
  }
  if (given) given.then(settled, failed);
  else settled();
}

interface Fitting {
  readonly part: Part;
  readonly value: unknown;
  /** The same before its schema has read it. */
  readonly sent: unknown;
}

type Turned = Pick<Fitting, "part" | "value">;

type Judged = Fitting | { readonly part: Part; readonly issues: readonly Issue[] };

function misfit(details: ReturnType<typeof detailsOf>, status: number): HTTPError {
  return refusal("misfit", [], { details, status });
}

/** The parts as they were sent, and what their version's own schemas put out. */
interface JudgedParts {
  readonly sent: readonly SentPart[];
  readonly fitting: readonly Fitting[];
}

/**
 * Gives the handler's words for those of a version; a part that the version does not send is made of undefined.
 *
 * Rejects with an HTTPError for what stricter links refuse, of all parts at once.
 */
function turningUp(
  ups: readonly PartUp[],
  invalidStatus: number,
): (
  parts: JudgedParts,
  asking: Pick<Exchange, "req" | "touched">,
  contexts: ContextValues | undefined,
) => Promise<readonly Turned[]> {
  return async ({ sent, fitting }, { req, touched }, contexts) => {
    const turned = new Map(fitting.map(({ part, value }) => [part, value]));
    const refused: { readonly part: Part; readonly issues: readonly Issue[] }[] = [];
    for (const { part, up, isForeign } of ups) {
      const own = turned.get(part);
      const watch = touched && { touched, sent: fitting.find((one) => one.part === part)?.sent };
      try {
        turned.set(part, await up(withoutNames(own, isForeign), contexts, watch));
      } catch (error) {
        if (!(error instanceof StricterRefusal)) throw failureOfConversion(error, req);
        const written = sent.find((one) => one.part === part)?.value;
        refused.push({ part, issues: error.issuesFor(withoutNames(written, isForeign)) });
      }
    }
    if (refused.length > 0) throw misfit(detailsOf(refused), invalidStatus);
    return [...turned].map(([part, value]) => ({ part, value }));
  };
}

/** An open schema lets through what a client of its version has no business to send. */
function withoutNames(value: unknown, isForeign: (name: string) => boolean): unknown {
  if (!isObject(value) || !Object.keys(value).some(isForeign)) return value;
  const kept = Object.create(Object.getPrototypeOf(value) as object | null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) if (!isForeign(name)) setMember(kept, name, member);
  return kept;
}

/** Takes from the handler what the client wrote under a history's names, where the rest of it stays. */
function forget(req: Request, part: Part, isNamed: (name: string) => boolean): void {
  if (part === "params") req.params = withoutNames(req.params, isNamed) as Request["params"];
  if (part !== "headers") return;
  for (const name of Object.keys(req.headers)) if (isNamed(name)) Reflect.deleteProperty(req.headers, name);
}

/** A part, and what is known of it before its schema is asked. */
interface SentPart {
  readonly part: Part;
  readonly value: unknown;
  readonly verdict: () => Verdict | Promise<Verdict>;
}

/**
 * Looks at a part for what no schema should have to see.
 *
 * @throws HTTPError 400 `malformed_body` for a body that is nested too deeply.
 */
function sentPart(input: PartInput, req: Request): SentPart {
  const { part, validate } = input;
  const value = sentIn(req, input);
  const hostile = findHostile(value);
  if (!hostile) return { part, value, verdict: () => validate(value) };
  if ("issue" in hostile) return { part, value, verdict: () => ({ issues: [hostile.issue] }) };
  if (part === "body") throw bodyOfExcess(hostile.excess);
  return { part, value, verdict: () => ({ issues: [issueOfExcess(hostile.excess)] }) };
}

function judgedAll(sent: readonly SentPart[]): readonly Judged[] | Promise<readonly Judged[]> {
  const judged = sent.map(judge);
  return judged.every(isJudged) ? judged : Promise.all(judged.map((one) => Promise.resolve(one)));
}

function judge(part: SentPart): Judged | Promise<Judged> {
  try {
    const verdict = part.verdict();
    return isThenable(verdict)
      ? Promise.resolve(verdict).then((later) => judgedBy(part, later))
      : judgedBy(part, verdict);
  } catch (error) {
    // Not thrown: what another schema rejects with would be left to nobody.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as it was thrown
    return Promise.reject(error);
  }
}

function judgedBy({ part, value: sent }: SentPart, verdict: Verdict): Judged {
  return "issues" in verdict ? { part, issues: verdict.issues } : { part, value: verdict.value, sent };
}

function isJudged(judged: Judged | Promise<Judged>): judged is Judged {
  return "part" in judged;
}

/** The part as the client sent it, with lists of one where a list is asked for; a copy where a validator may change it. */
function sentIn(req: Request, { part, isList, separators, names }: PartInput): unknown {
  const sent: unknown = part === "cookies" ? cookiesOf(req) : req[part];
  if (part === "body" && (!isList || !req.is(formTypes))) return sent;
  if (!isObject(sent)) return sent;
  const values = copyOfValues(sent, names);
  if (separators) splitAt(separators, values);
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

/** Makes a list of the pieces of all occurrences, in their order. */
function splitAt(separators: ReadonlyMap<string, string>, values: Record<string, unknown>): void {
  for (const [name, sign] of separators) {
    if (!Object.hasOwn(values, name)) continue;
    const occurrences = [values[name]].flat() as readonly unknown[];
    const pieces = occurrences.flatMap((one) => (typeof one === "string" ? one.split(sign) : [one]));
    setMember(values, name, pieces);
  }
}

function withLists(values: Record<string, unknown>, isList: (name: string) => boolean): object {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && !Array.isArray(value) && isList(name)) setMember(values, name, [value]);
  }
  return values;
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
  throw new TypeError(
    `the schema of ${part} must produce an object, so that its values can be written to req.${part}`,
  );
}
