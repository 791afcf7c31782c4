import type { Request } from "express";
import { cookiesIn } from "../../http/cookies";
import { headerLines } from "../../http/header-lines";
import type { HTTPError } from "../../core/model/http-error";
import { ValueError } from "../../core/model/fault";
import { refusal } from "../../core/model/refusals";
import {
  bodyMediaTypes,
  isBinaryType,
  type BodyOptions,
  type Issue,
  type Part,
  type Verdict,
} from "../interface/schema";
import type { ContextValues } from "../interface/context";
import type { ExchangeNotes } from "../interface/exchange-recorder";
import type { PartInput, PartValue, RouteInput } from "../../core/model/serving";
import { jsonTextOfFile, namedBodyType } from "./body/body-formats";
import { bodyReader, givenForm } from "./body/request-body";
import { settle, type Exchange, type Step } from "../../core/request/exchange";
import { findHostile, issueOfHostility, mostLevels } from "../hostile";
import { detailsOf } from "../issues";
import { setMember } from "../interface/plain-copy";
import { afterwards, isObject } from "../../core/model/value";

/** Reads the body, validates each part of the request, and puts the validated values into `req`. */
export function inputStep({ parts, body, invalidStatus, convert, misread }: RouteInput): Step {
  const readBody = body && bodyReader(body);
  const misreadIn = misread && misreadReporter(misread);
  const take = (
    exchange: Exchange,
    sent: readonly SentPart[],
    judged: readonly PartVerdict[],
  ): Promise<ContextValues | undefined> | undefined => {
    const fitting = judged.filter((result) => "value" in result);
    // `fitting` is shorter if a part was rejected. Issues are not counted, because a rejection may have no issue.
    if (fitting.length < judged.length) {
      const refused = judged.filter((result) => "issues" in result);
      if (misreadIn) for (const one of refused) void misreadIn(one, sent);
      throw misfit(refused, invalidStatus);
    }
    if (exchange.notes) noteSent(exchange.notes, exchange.req, sent);
    if (convert) return convert(exchange, sent, fitting);
    exchange.notes?.noteRead(fitting);
    for (const { part, value } of fitting) put(exchange.req, part, value);
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
    if (exchange.refusedBody) failed(exchange.refusedBody);
    else if (readBody) settle(() => readBody(req, res), checkParts, failed);
    else checkParts();
  };
}

/** Reports a member whose schema no client can satisfy, such as `z.number()` in a query. The reporter never rejects. */
function misreadReporter(
  report: NonNullable<RouteInput["misread"]>,
): (refused: RefusedPart, sent: readonly SentPart[]) => Promise<void> {
  const reported = new Set<Part>();
  return async ({ part, issues }, sent) => {
    const written = reported.has(part) ? undefined : sent.find((one) => one.part === part);
    try {
      const name = written && (await misreadMember({ ...written, issues }));
      if (name === undefined) return;
      reported.add(part);
      report(part, name);
    } catch {
      // If the validation in `misreadMember` throws, only the warning is missing.
    }
  };
}

/** Returns the `details` that a 400 for this request would have, but neither converts it nor sends a response. */
export async function misfitsIn({ parts }: RouteInput, req: Request): Promise<ReturnType<typeof detailsOf>> {
  const judged = await judgedAll(parts.map((input) => sentPart(input, req)));
  return detailsOf(judged.filter((result) => "issues" in result));
}

/** Notes the parts as the client sent them, such as a query in which lists are not yet lists. */
function noteSent(notes: ExchangeNotes, req: Request, sent: readonly SentPart[]): void {
  for (const { part, value } of sent) {
    notes.noteSent(part, part === "body" ? value : rawPart(req, part), req);
  }
}

/** Validates parts of a recorded request again. Throws the error that the request would cause. */
export async function checkedAgain(
  { parts, invalidStatus }: RouteInput,
  recorded: ReadonlyMap<Part, unknown>,
): Promise<{
  readonly req: Request;
  readonly sent: readonly PartValue[];
  readonly fitting: readonly PartValue[];
}> {
  const members = { method: "", baseUrl: "", path: "", is: () => false, ...Object.fromEntries(recorded) };
  // The cast is safe: reading and converting use only these members of a request.
  const req = members as unknown as Request;
  const known = parts.filter(({ part }) => recorded.has(part));
  const sent = known.map((input) => sentPart(input, req));
  const judged = await judgedAll(sent);
  const refused = judged.filter((result) => "issues" in result);
  if (refused.length > 0) throw misfit(refused, invalidStatus);
  return { req, sent, fitting: judged.filter((result) => "value" in result) };
}

/** Checks the media type of a body that a parser such as `express.json()` read before the App. */
export function givenBodyStep(body: BodyOptions): Step {
  return (next) => (exchange) => {
    const refusedBody = givenForm(exchange.req, body);
    next(refusedBody ? { ...exchange, refusedBody } : exchange);
  };
}

interface RefusedPart {
  readonly part: Part;
  readonly issues: readonly Issue[];
}

type PartVerdict = PartValue | RefusedPart;

export function misfit(misfits: Parameters<typeof detailsOf>[0], status: number): HTTPError {
  return refusal("misfit", [], { details: detailsOf(misfits), status });
}

interface SentPart extends Pick<PartInput, "part" | "validate"> {
  readonly value: unknown;
}

function sentPart(input: PartInput, req: Request): SentPart {
  const { part, ofFiles } = input;
  const isOfFiles = ofFiles && isBinaryType(namedBodyType(req, ofFiles.types));
  const { validate } = isOfFiles ? ofFiles : input;
  const value = sentIn(req, input);
  const hostile = findHostile(value);
  if (!hostile) return { part, value, validate };
  if (part === "body" && "excess" in hostile) {
    throw hostile.excess === "levels"
      ? refusal("nestedTooDeeply", [String(mostLevels)])
      : refusal("nestedTooOften", []);
  }
  return { part, value, validate: () => ({ issues: [issueOfHostility(hostile)] }) };
}

function judgedAll(sent: readonly SentPart[]): readonly PartVerdict[] | Promise<readonly PartVerdict[]> {
  const judged = sent.map(judgedPart);
  return judged.every((one) => "part" in one)
    ? judged
    : Promise.all(judged.map((one) => Promise.resolve(one)));
}

function judgedPart(part: SentPart): PartVerdict | Promise<PartVerdict> {
  try {
    return afterwards(part.validate(part.value), (verdict) => judgedBy(part, verdict));
  } catch (error) {
    // Rejects instead of throwing, because an error would leave the promises of the other schemas unhandled.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as it was thrown
    return Promise.reject(error);
  }
}

function judgedBy({ part }: SentPart, verdict: Verdict): PartVerdict {
  if ("value" in verdict) return { part, value: verdict.value };
  if (part === "body" && verdict.isUntried) throw refusal("triedTooOften", []);
  return { part, issues: verdict.issues };
}

/** Prepares a part of a request for its validator. If the schema needs a list, `tag=a` becomes `["a"]`. */
function sentIn(req: Request, { part, isList, isJSON, separators, isOmitted }: PartInput): unknown {
  const sent = rawPart(req, part);
  if (part === "body" && ((!isList && !isJSON) || !req.is(formTypes))) return sent;
  if (!isObject(sent)) return sent;
  const values = copyOfValues(sent, isOmitted);
  if (separators) splitAt(separators, values);
  if (isJSON && req.is([...bodyMediaTypes.multipart])) parseJSONFields(values, isJSON);
  return isList ? withLists(values, isList) : values;
}

function rawPart(req: Request, part: Part): unknown {
  return part === "cookies" ? cookiesOf(req) : req[part];
}

const formTypes = [...bodyMediaTypes.form, ...bodyMediaTypes.multipart];

function cookiesOf(req: Request): unknown {
  // Express declares the type of `cookies` as any, because a middleware sets this member.
  const { cookies } = req as { readonly cookies?: unknown };
  return cookies ?? cookiesIn(headerLines(req, "cookie"));
}

/** The copy has no prototype if `values` has none, because a parameter may be named `constructor`. */
function copyOfValues(values: object, isOmitted: PartInput["isOmitted"]): Record<string, unknown> {
  const isBare = Object.getPrototypeOf(values) === null;
  const copy = isBare
    ? Object.assign(Object.create(null) as Record<string, unknown>, values)
    : ({ ...values } as Record<string, unknown>);
  for (const name of isOmitted ? Object.keys(copy).filter(isOmitted) : []) Reflect.deleteProperty(copy, name);
  return copy;
}

/** Splits the values of a parameter into one list: `?id=1,2&id=3` becomes `["1", "2", "3"]`. */
function splitAt(separators: ReadonlyMap<string, string>, values: Record<string, unknown>): void {
  for (const [name, sign] of separators) {
    if (!Object.hasOwn(values, name)) continue;
    const occurrences = [values[name]].flat() as readonly unknown[];
    const pieces = occurrences.flatMap((one) => (typeof one === "string" ? one.split(sign) : [one]));
    setMember(values, name, pieces);
  }
}

/** In a multipart form, a part for an object is JSON (OpenAPI 3.1.1, 4.8.14.4), with a Content-Type or without. */
function parseJSONFields(values: Record<string, unknown>, isJSON: (name: string) => boolean): void {
  for (const [name, value] of Object.entries(values)) {
    if (!isJSON(name)) continue;
    setMember(values, name, Array.isArray(value) ? value.map(jsonOfField) : jsonOfField(value));
  }
}

/** Parses a field's JSON. A field that is not JSON stays a text, or a file, which the schema refuses. */
function jsonOfField(value: unknown): unknown {
  const text = isObject(value) ? jsonTextOfFile(value) : value;
  if (typeof text !== "string") return value;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return value;
  }
}

function withLists(values: Record<string, unknown>, isList: (name: string) => boolean): object {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && !Array.isArray(value) && isList(name)) setMember(values, name, [value]);
  }
  return values;
}

/** Puts a part into `req`, where the handler finds it. */
export function put(req: Request, part: Part, value: unknown): void {
  switch (part) {
    case "body":
      req.body = value;
      return;
    case "cookies":
      (req as { cookies: unknown }).cookies = value;
      return;
    case "query":
      // In Express, `query` is a getter, so an assignment would not replace the value.
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
  throw new ValueError(
    `the schema of ${part} must produce an object, because the App copies its members to req.${part}`,
  );
}

/**
 * Finds a member whose schema rejects text, but accepts the number or boolean in it: `z.object({ page: z.number() })`
 * for `?page=2`. Only one member is tried, to save validations.
 */
async function misreadMember({
  part,
  value,
  validate,
  issues,
}: RefusedPart & Pick<SentPart, "value" | "validate">): Promise<string | undefined> {
  if (part === "body" || !isObject(value)) return undefined;
  const refused = new Set(issues.map(({ path }) => path[0]));
  for (const [name, text] of Object.entries(value)) {
    const parsed = refused.has(name) ? parsedText(text) : undefined;
    if (parsed === undefined) continue;
    const verdict = await validate({ ...value, [name]: parsed });
    return "value" in verdict || !verdict.issues.some(({ path }) => path[0] === name) ? name : undefined;
  }
  return undefined;
}

function parsedText(text: unknown): number | boolean | undefined {
  if (text === "true" || text === "false") return text === "true";
  return typeof text === "string" && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}
