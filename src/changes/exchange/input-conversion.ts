import type { Request } from "express";
import { checkedAgain, misfit, put } from "../../schema/serving/input-step";
import { keptRawHeaders } from "../../http/header-lines";
import type { ContextValues } from "../../schema/interface/context";
import type { Contract } from "../../core/model/contract";
import type { ConvertUp, TouchedChanges } from "../../schema/interface/histories";
import { refusal } from "../../core/model/refusals";
import type { Registration } from "../../core/model/route";
import type { Issue, Part, Schema } from "../../schema/interface/schema";
import type { ConvertInput, PartValue, RouteInput } from "../../core/model/serving";
import type { ContextQuestion } from "../options/contexts";
import { isObject } from "../../core/model/value";
import type { Exchange } from "../../core/request/exchange";
import { setMember } from "../../schema/interface/plain-copy";
import type { Schemas } from "../../schema/schemas";
import { linkAt, sameLinkIn, schemasOfHistory, shownBy } from "../../schema/interface/at-version";
import { isStricterRefusal } from "../history/conversion-errors";
import { upsFrom } from "../history/convert";
import { askContexts } from "./asked-contexts";
import { failureOfConversion } from "./conversion-failure";

interface ConversionMeans extends RefusalMeans {
  readonly schemas: Schemas;
  readonly questions: readonly ContextQuestion[];
}

interface RefusalMeans {
  readonly invalidStatus: number;
  /** Called with the link's name if a newer schema rejects a converted request, as the option `Stricter` allows. */
  readonly refused: ((link: string) => void) | undefined;
}

/** Makes the conversion of valid parts of a request to the newest form. */
export function inputConversion(
  registration: Pick<Registration, "contract" | "version">,
  means: ConversionMeans,
): Pick<RouteInput, "convert" | "convertsUp"> {
  const { questions } = means;
  const ups = upsOf(registration, means.schemas);
  const convertUp = ups.length > 0 ? turningUp(ups, means) : undefined;
  if (!convertUp && questions.length === 0) return { convert: undefined, convertsUp: false };
  const convert: ConvertInput = async (exchange, sent, fitting) => {
    const contexts = questions.length > 0 ? await askContexts(questions, exchange.req) : undefined;
    const { notes } = exchange;
    if (notes) notes.contexts = contexts;
    const given = convertUp ? await convertUp({ exchange, sent, fitting }, contexts) : fitting;
    notes?.noteRead(given);
    for (const { part, isNamed } of ups) forget(exchange.req, part, isNamed);
    for (const { part, value } of given) put(exchange.req, part, value);
    return contexts;
  };
  return { convert, convertsUp: convertUp !== undefined };
}

type ReadAgain = (
  recorded: ReadonlyMap<Part, unknown>,
  means: { readonly contexts: ContextValues; readonly touched: TouchedChanges },
) => Promise<ReadonlyMap<Part, unknown>>;

/** Makes the function that validates and converts a recorded request again. It throws the error of the request. */
export function readingAgain(
  input: RouteInput,
  registration: Pick<Registration, "contract" | "version">,
  schemas: Schemas,
): ReadAgain {
  const { invalidStatus } = input;
  const ups = upsOf(registration, schemas);
  return async (recorded, { contexts, touched }) => {
    const { req, sent, fitting } = await checkedAgain(input, recorded);
    const known = ups.filter(({ part }) => recorded.has(part));
    const convertUp = turningUp(known, { invalidStatus, refused: undefined });
    const given = await convertUp({ exchange: { req, touched }, sent, fitting }, contexts);
    return new Map(given.map(({ part, value }) => [part, value]));
  };
}

interface PartUp {
  readonly part: Part;
  readonly up: ConvertUp;
  /** True for names in the schema of any version. For these, converted values replace those of the client. */
  readonly isNamed: (name: string) => boolean;
  /** True for names that only schemas of versions other than the request's have. The conversion ignores these names. */
  readonly isForeign: (name: string) => boolean;
}

function upsOf(
  { contract, version }: Pick<Registration, "contract" | "version">,
  schemas: Schemas,
): readonly PartUp[] {
  return contract.convertedInputs.flatMap(({ part, history, at }) => {
    const up = upsFrom(history, sameLinkIn(at, version), {
      validatorOf: (schema) => schemas.behindUp(schema, part),
      lostMembers: schemas.lostMembers,
      reader: schemas,
    });
    if (!up) return [];
    return [{ part, up, ...namesOf({ part, history, at }, schemas) }];
  });
}

function namesOf(
  { part, history, at }: Contract["convertedInputs"][number],
  { namedBy }: Schemas,
): Pick<PartUp, "isNamed" | "isForeign"> {
  if (part === "body") return { isNamed: noName, isForeign: noName };
  // The cast is safe: only a body may have `Nothing` instead of a schema.
  const isOwn = namedBy(shownBy(linkAt(history, at)) as Schema);
  const links = schemasOfHistory(history).map(namedBy);
  const isNamed = (name: string): boolean => links.some((isOf) => isOf(name));
  return { isNamed, isForeign: part === "params" ? noName : (name) => isNamed(name) && !isOwn(name) };
}

const noName = (): boolean => false;

interface GivenParts {
  readonly exchange: Pick<Exchange, "req" | "touched">;
  readonly sent: readonly PartValue[];
  readonly fitting: readonly PartValue[];
}

interface RefusedPart {
  readonly part: Part;
  readonly issues: readonly Issue[];
}

function turningUp(
  ups: readonly PartUp[],
  { invalidStatus, refused: onRefused }: RefusalMeans,
): (given: GivenParts, contexts: ContextValues | undefined) => Promise<readonly PartValue[]> {
  return async ({ exchange: { req, touched }, sent, fitting }, contexts) => {
    const converted = new Map(fitting.map(({ part, value }) => [part, value]));
    const refused: RefusedPart[] = [];
    for (const { part, up, isForeign } of ups) {
      const own = converted.get(part);
      const written = sent.find((one) => one.part === part)?.value;
      const watch = touched && { touched, sent: written };
      try {
        converted.set(part, await up(withoutForeign(own, isForeign), contexts, watch));
      } catch (error) {
        if (!isStricterRefusal(error)) throw failureOfConversion(error, req);
        if (part === "body" && error.isUntried) throw refusal("triedTooOften", []);
        onRefused?.(error.link);
        refused.push({ part, issues: error.issuesFor(withoutForeign(written, isForeign)) });
      }
    }
    if (refused.length > 0) throw misfit(refused, invalidStatus);
    return [...converted].map(([part, value]) => ({ part, value }));
  };
}

/** Returns a copy without the members for whose names `isForeign` returns true. */
function withoutForeign(value: unknown, isForeign: (name: string) => boolean): unknown {
  if (!isObject(value) || !Object.keys(value).some(isForeign)) return value;
  const kept = Object.create(Object.getPrototypeOf(value) as object | null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) if (!isForeign(name)) setMember(kept, name, member);
  return kept;
}

/** Removes the headers or path parameters that will be replaced by converted values. */
function forget(req: Request, part: Part, isNamed: (name: string) => boolean): void {
  if (part === "params") req.params = withoutForeign(req.params, isNamed) as Request["params"];
  if (part !== "headers") return;
  // Node makes `headers` and `headersDistinct` from `rawHeaders` at the first access, so it is filtered after that.
  const { headers, headersDistinct } = req as { headers: object; headersDistinct?: object };
  for (const lines of [headers, headersDistinct].filter(isObject)) {
    for (const name of Object.keys(lines)) if (isNamed(name)) Reflect.deleteProperty(lines, name);
  }
  // Lines beyond Node's limit are removed here: after the filter, they would be among the first 1,000 lines.
  const rawHeaders = keptRawHeaders(req);
  // Each name in `rawHeaders` is followed by its value, so `at & ~1` is the index of the name.
  req.rawHeaders = rawHeaders.filter((_, at) => !isNamed(String(rawHeaders[at & ~1]).toLowerCase()));
}
