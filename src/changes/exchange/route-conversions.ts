import {
  depthAt,
  linkAt,
  linkOf,
  listedIn,
  newestOf,
  schemasOfHistory,
  shownBy,
} from "../../schema/interface/at-version";
import { carriedIn } from "../history/carried-places";
import { needsIn } from "../history/contract-needs";
import { downsTo, upsFrom } from "../history/convert";
import { readingAgain } from "./input-conversion";
import { conversionAgain, responseConversions } from "./response-conversion";
import { jsonCopy } from "../../schema/interface/plain-copy";
import type { Conversion, ResponseTerms } from "../../core/answer/terms";
import { cookiesIn } from "../../http/cookies";
import { headerLines } from "../../http/header-lines";
import { compileInput } from "../../schema/serving/input-parts";
import { compileResponses } from "../../schema/serving/response-terms";
import { checkedAgain } from "../../schema/serving/input-step";
import type { Change } from "../../schema/interface/change";
import { entryFor, sentStatus, type Contract } from "../../core/model/contract";
import { invalidStatusOf } from "../../core/model/error-format";
import type {
  ConversionMeans,
  ConvertedStep,
  GivenBody,
  ReplayableRoute,
  RouteConversions,
} from "../../schema/interface/exchange-recorder";
import {
  changesOf,
  historyOf,
  Nothing,
  type History,
  type WatchHistory,
} from "../../schema/interface/histories";
import { standingAt } from "../../core/model/lifecycle";
import type { Registration, ResolvedRoute, Route } from "../../core/model/route";
import type { Part, Schema, Validate } from "../../schema/interface/schema";
import { schemesOf } from "../../core/model/security";
import { isFilledText, routeName } from "../../core/model/value";
import type { Version, VersionPoint } from "../../core/model/version";
import { formIn } from "../../core/resolve/route-forms";
import type { Checkable } from "../../core/check/checkable";

type ConversionContext = Pick<Checkable, "options" | "versioning" | "schemas" | "resolution">;

/** A route in one version, with the histories as they were when `until` was the newest version. */
interface RouteUntil extends ConversionContext, Pick<Registration, "contract" | "version"> {
  readonly until: VersionPoint;
  readonly watched: WatchHistory | undefined;
}

interface ConversionTerms {
  /** The version to which requests are converted; by default the last of the option `Versions`. */
  readonly newest?: Version | undefined;
  readonly watched?: WatchHistory | undefined;
}

/** Makes the conversions of a route in one version to `newest`, as if the App had no later version. */
export function routeConversions(
  registration: Registration,
  context: ConversionContext,
  { newest = context.versioning.order.list.at(-1), watched }: ConversionTerms = {},
): RouteConversions {
  const until = { version: newest, order: context.versioning.order };
  const { version } = registration;
  const contract = contractUntil(registration.contract, { until, watched });
  const route = { ...context, contract, version, until, watched };
  const { renumbering } = registration.form;
  const today = statusToday(registration, until);
  return {
    needs: needsIn(contract).map(({ key }) => key),
    changes: changesBetween([
      ...contract.convertedInputs,
      ...contract.responses.flatMap(({ converted }) => converted ?? []),
      ...errorHistories(route),
    ]),
    names: nameTest(route),
    ...credentialTests(context),
    ...requestConversions(route),
    ...answerConversions(route, today),
    sentStatus: (meant) => sentStatus(renumbering, today(meant)),
    statusChanges: (meant) => renumbering?.statusChanges.get(today(meant)) ?? [],
  };
}

interface ReplayContext extends ConversionContext {
  readonly recordOf: (route: ResolvedRoute) => Route;
  readonly now: () => Date;
}

/** Makes the routes of a version replayable. */
export function replayableRoutes(
  registrations: readonly Registration[],
  context: ReplayContext,
): readonly ReplayableRoute[] {
  return registrations.map((registration) => {
    const { route, form, life } = registration;
    const { kind } = standingAt(life, context.now());
    return {
      isNamed: (name, newest) => {
        const { Method, Path } = context.recordOf(route);
        const forms = [formIn(route, newest), form].map(({ method, path }) => `${method} ${path}`);
        return [routeName({ Method, Path }), ...forms].includes(name);
      },
      isGone: kind === "gone" || kind === "succeeded",
      conversionsTo: (newest, watched) => routeConversions(registration, context, { newest, watched }),
    };
  });
}

function requestConversions(route: RouteUntil): Pick<RouteConversions, "read" | "traceRead"> {
  const { contract, version, options, schemas, versioning } = route;
  const invalidStatus = invalidStatusOf(options.Errors);
  const input = compileInput({ contract }, schemas, { invalidStatus, versioning }) ?? {
    parts: [],
    body: undefined,
    convert: undefined,
    convertsUp: false,
    invalidStatus,
  };
  const readAgain = readingAgain(input, { contract, version }, schemas);
  return {
    read: (sent, { contexts, ran }) => readAgain(sent, { contexts, touched: { affecting: [], ran } }),
    traceRead: async (part, sent, { contexts }) => {
      const converted = contract.convertedInputs.find((one) => one.part === part);
      const { fitting } = await checkedAgain(input, new Map([[part, sent]]));
      const read = fitting.find((one) => one.part === part)?.value;
      const steps: ConvertedStep[] = [{ changes: [], value: read }];
      if (!converted) return steps;
      const means = {
        validatorOf: (schema: Schema): Validate => schemas.behindUp(schema, part),
        reader: schemas,
      };
      for (const { history, changes } of linksBetween(converted.history, converted.at).toReversed()) {
        const up = upsFrom(history, converted.at, means);
        steps.push({ changes, value: await up?.(steps.at(-1)?.value, contexts) });
      }
      return steps;
    },
  };
}

function answerConversions(
  route: RouteUntil,
  today: (meant: number) => number,
): Pick<RouteConversions, "show" | "accepts" | "isErrorBody" | "traceShow"> {
  const { contract, version, schemas } = route;
  const conversions = responseConversions({ version, later: [], schemas, isChecked: true });
  const responses = compileResponses({ contract, version }, { schemas, check: "whole", conversions });
  const [errors] = errorHistories(route);
  const ofErrors = errors && errorTerms(errors, route);
  const byStatus = new Map(contract.responses.map((response) => [response.status, response]));
  const termsOf = ({ status, isError }: GivenBody): AnswerTerms =>
    (isError ? ofErrors : responses?.termsOf(today(status))) ?? noTerms;
  const convertedBy = ({ status, isError }: GivenBody): HistoryAt | undefined =>
    isError ? errors : entryFor(byStatus, today(status))?.converted;
  return {
    show: (given, { contexts, carried, ran }) => {
      const touched = { affecting: [], ran };
      const { closed, conversion } = termsOf(given);
      const value = jsonCopy(given.value);
      if (conversion) return conversion.again(value, { contexts, carried, touched });
      return closed ? closed.strip(value) : value;
    },
    accepts: async (given, shown, carried) => {
      const { conversion, validate } = termsOf(given);
      const inNewest = conversion ? conversion.validate : validate;
      const carriers = carried ? carriedIn(carried, convertedBy(given)?.history.carried ?? []) : [];
      const verdicts = await Promise.all([
        given.value === undefined || isAccepted(inNewest, given.value),
        shown === undefined || isAccepted(validate, shown),
        ...carriers.map((one) => isAccepted(schemas.sentValidator(one.carrier.schema), one.carried)),
      ]);
      return !verdicts.includes(false);
    },
    isErrorBody: async (value, status) => {
      if (status < 400 || !errors) return false;
      const declared = entryFor(byStatus, today(status));
      if (!declared?.schema && !declared?.converted) return true;
      const { conversion, validate } = termsOf({ value, status, isError: false });
      return !(await isAccepted(conversion ? conversion.validate : validate, value));
    },
    traceShow: (given, means) => tracedShow(given, convertedBy(given), { schemas, means }),
  };
}

function tracedShow(
  given: GivenBody,
  converted: HistoryAt | undefined,
  { schemas, means }: { readonly schemas: RouteUntil["schemas"]; readonly means: ConversionMeans },
): readonly ConvertedStep[] {
  const steps: ConvertedStep[] = [{ changes: [], value: given.value }];
  if (!converted) return steps;
  for (const { history, changes } of linksBetween(converted.history, converted.at)) {
    const down = downsTo(history, converted.at, schemas);
    const value = down?.(jsonCopy(steps.at(-1)?.value), means.contexts, means.carried);
    steps.push({ changes, value: jsonCopy(value) });
  }
  return steps;
}

interface HistoryAt {
  readonly history: History;
  readonly at: VersionPoint;
}

type Cut = Pick<RouteUntil, "until" | "watched">;

function contractUntil(contract: Contract, to: Cut): Contract {
  const cut = <Of extends HistoryAt>(one: Of): Of => ({ ...one, history: cutHistory(one.history, to) });
  return {
    ...contract,
    convertedInputs: contract.convertedInputs.map(cut),
    responses: contract.responses.map((one) => ({ ...one, converted: one.converted && cut(one.converted) })),
  };
}

function cutHistory(history: History, { until, watched }: Cut): History {
  return historyUntil(watched ? watched(history) : history, until);
}

function changesBetween(converted: readonly HistoryAt[]): readonly Change[] {
  const all = converted.flatMap(({ history, at }) => linksBetween(history, at));
  return [...new Set(all.flatMap(({ changes }) => changes))];
}

/** The history of error bodies, in a list; the list is empty if the App declares none. */
function errorHistories({ schemas, version, until, watched }: RouteUntil): readonly HistoryAt[] {
  const declared = historyOf(schemas.errors.declared);
  if (!declared) return [];
  const history = cutHistory(declared, { until: listedIn(declared, until), watched });
  return [{ history, at: listedIn(history, { version, order: until.order }) }];
}

interface AnswerTerms extends Pick<ResponseTerms, "closed" | "validate"> {
  readonly conversion: Pick<Conversion, "validate" | "again"> | undefined;
}

const noTerms: AnswerTerms = { closed: undefined, validate: undefined, conversion: undefined };

function errorTerms({ history, at }: HistoryAt, { schemas }: RouteUntil): AnswerTerms {
  const validatorOf = (schema: Schema | typeof Nothing): Validate | undefined =>
    schema === Nothing ? undefined : schemas.sentValidator(schema);
  const convert = downsTo(history, at, schemas);
  const down = { convert, closed: undefined, dropping: [], isFromNothing: false };
  const conversion = convert && {
    validate: validatorOf(newestOf(history)),
    again: conversionAgain(down, undefined),
  };
  return { ...noTerms, conversion, validate: validatorOf(shownBy(linkAt(history, at))) };
}

async function isAccepted(validate: Validate | undefined, value: unknown): Promise<boolean> {
  return !validate || "value" in (await validate(value));
}

/** Returns the status that the handler means today, where it meant `meant` when `until` was the newest version. */
function statusToday({ route, contract }: Registration, until: VersionPoint): (meant: number) => number {
  const { renumbering } = until.version === undefined ? route : formIn(route, until.version);
  const known = [contract.status, ...(renumbering?.statuses.keys() ?? [])];
  return (meant) => known.find((status) => sentStatus(renumbering, status) === meant) ?? meant;
}

function nameTest({ contract, schemas }: RouteUntil): RouteConversions["names"] {
  const tests = new Map<Part, ((name: string) => boolean)[]>();
  const add = (part: Part, schema: object): void => {
    tests.set(part, [...(tests.get(part) ?? []), schemas.namedBy(schema)]);
  };
  for (const { part, schema } of contract.inputs) add(part, schema);
  for (const { part, history } of contract.convertedInputs) {
    for (const schema of schemasOfHistory(history)) add(part, schema);
  }
  return (part, name) => tests.get(part)?.some((isNamed) => isNamed(name)) ?? false;
}

/** Headers that may hold credentials, whatever schemes the App has. */
const credentialHeaders = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

/** Any cookie may be that of a session. Of the other parameters, only those of schemes hold credentials. */
function credentialTests({
  resolution,
}: ConversionContext): Pick<RouteConversions, "isCredential" | "credentialsOf"> {
  const keys = new Set(
    resolution.routes
      .flatMap(({ contract }) => schemesOf(contract.security ?? []))
      .flatMap(({ description }) => (description.type === "apiKey" ? description : [])),
  );
  const namesIn = (place: string): ReadonlySet<string> =>
    new Set([...keys].flatMap((key) => (key.in === place ? key.name : [])));
  const [inHeaders, inQuery, inCookies] = [namesIn("header"), namesIn("query"), namesIn("cookie")];
  const headers = new Set([...credentialHeaders, ...[...inHeaders].map((name) => name.toLowerCase())]);
  return {
    isCredential: (part, name) =>
      part === "cookies" ||
      (part === "headers" && headers.has(name.toLowerCase())) ||
      (part === "query" && inQuery.has(name)),
    credentialsOf: (req) => {
      const cookies = cookiesIn(headerLines(req, "cookie"));
      const lines = [...headers]
        .filter((name) => name !== "cookie")
        .flatMap((name) => headerLines(req, name));
      const found = [
        // The text after `Bearer` is a credential by itself.
        ...lines.flatMap((line) => [line, line.slice(line.indexOf(" ") + 1)]),
        ...[...inQuery].map((name) => req.query[name]),
        ...[...inCookies].map((name) => cookies[name]),
      ];
      return found.filter(isFilledText);
    },
  };
}

/** Returns a history as it was when `newest` was the newest version: without the links of later versions. */
function historyUntil(history: History, newest: VersionPoint): History {
  const depth = depthAt(history, newest);
  return depth === 0 ? history : { ...history, links: history.links.slice(depth) };
}

/** A link between a version and the newest one, as a history of its own. */
interface SingleLink {
  readonly history: History;
  readonly changes: readonly Change[];
}

/** Lists the links between a version and the newest one, newest first. The oldest of them also has the face. */
function linksBetween(history: History, at: VersionPoint): readonly SingleLink[] {
  const depth = depthAt(history, at);
  return history.links.slice(1, depth + 1).map((link, i) => {
    const older = i + 1 === depth ? link : { ...link, face: undefined };
    return { history: { ...history, links: [linkOf(history, i), older] }, changes: changesOf(link) };
  });
}
