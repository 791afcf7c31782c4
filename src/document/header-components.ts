import { isErrorOrRange, isSuccessOrRange } from "../http/status";
import { answerHeaders, errorHeaders, type AnswerHeader, type Occasion } from "../http/answer-headers";
import { sentStatus, type Renumbering } from "../core/model/contract";
import { brownoutsToCome, standingAt, type Life } from "../core/model/lifecycle";
import type { Registration } from "../core/model/route";
import type { ResponseStatus } from "../schema/interface/schema";
import type { RouteSettings } from "../core/model/settings";
import type { Versioning } from "../core/model/versioning";

interface HeaderConditions {
  readonly versioning: Pick<Versioning, "reports" | "refusesLater" | "refusesLaterPins">;
  readonly successor: Registration | undefined;
  readonly isQueried: boolean;
  readonly refusesUnknown: boolean;
  readonly now: Date | undefined;
}

export function appHeadersOf(
  registration: Registration,
  { versioning, successor, isQueried, refusesUnknown, now }: HeaderConditions,
): (status: ResponseStatus) => readonly AnswerHeader[] {
  const { version, life, form } = registration;
  const isBrownedOut = isInBrownouts(life, now);
  const { reports, refusesLater, refusesLaterPins } = versioning;
  const isVersioned = version !== undefined;
  const isUnavailable = isVersioned && (refusesLater || refusesLaterPins);
  const ofErrors = sentOf(errorHeaders, {
    requestID: true,
    brownoutEnd: isBrownedOut,
    brownoutCaching: isBrownedOut,
  });
  const others = sentOf(answerHeaders, {
    acceptQuery: isQueried,
    version: reports && isVersioned,
    supported: reports,
    supportedOfUnknown: !reports && refusesUnknown,
    deprecated: reports,
    unknown: refusesUnknown,
    laterRetry: isUnavailable,
    laterCaching: isUnavailable,
    newestHere: isUnavailable,
    deprecation: life?.deprecated !== undefined,
    sunset: life?.sunset !== undefined,
    link: life !== undefined && (hasPage(life) || (successor !== undefined && !hasEnded(successor, now))),
  });
  const sent = [...ofErrors, ...headersOfOptions(form.settings), ...others];
  return (status) => sent.filter(({ on }) => standsOn(on, status, form.renumbering));
}

function sentOf<Key extends string>(
  rows: Readonly<Record<Key, AnswerHeader>>,
  isSent: Readonly<Record<Key, boolean>>,
): readonly AnswerHeader[] {
  // The cast is safe: the keys of `rows` are those of `isSent`.
  return (Object.keys(rows) as Key[]).flatMap((key) => (isSent[key] ? rows[key] : []));
}

function headersOfOptions({ given }: RouteSettings): readonly AnswerHeader[] {
  return [...given.values()].flatMap(({ by, value }) => by.headers?.(value) ?? []);
}

function standsOn(on: Occasion, status: ResponseStatus, renumbering: Renumbering | undefined): boolean {
  switch (on) {
    case "every response":
      return true;
    case "successes":
      return isSuccessOrRange(status);
    case "errors":
      return isErrorOrRange(status);
    case "400":
    case "503":
      // `Restatus` is an option of a route, and no route sends this 400 or 503.
      return status === Number(on);
    case "401":
    case "410":
      return status === sentStatus(renumbering, Number(on));
  }
}

function isInBrownouts(life: Life | undefined, now: Date | undefined): boolean {
  return standingAt(life, now).kind !== "gone" && brownoutsToCome(life, now).length > 0;
}

function hasEnded({ life }: Registration, now: Date | undefined): boolean {
  return life?.sunset !== undefined && now !== undefined && life.sunset <= now;
}

function hasPage({ link, deprecated, sunset }: Life): boolean {
  return link !== undefined && (deprecated ?? sunset) !== undefined;
}

/** Creates references to header components, and remembers which of these components the document needs. */
export class HeaderComponents {
  readonly #written = new Map<string, AnswerHeader>();
  readonly #ownSchemas: Readonly<Record<string, object>>;

  /** `ownSchemas` are schemas by component, in the place of those of the rows. */
  constructor(ownSchemas: Readonly<Record<string, object>>) {
    this.#ownSchemas = ownSchemas;
  }

  /** Returns the reference to a header: `{ "$ref": "#/components/headers/X-Request-Id" }`. */
  refer(row: AnswerHeader): object {
    this.#written.set(row.component, row);
    return { $ref: `#/components/headers/${row.component}` };
  }

  /** Returns copies of the components, because a caller may change the document. */
  components(): Record<string, object> {
    return Object.fromEntries(
      [...this.#written].map(([component, { description, schema }]) => [
        component,
        { description, schema: structuredClone(this.#ownSchemas[component] ?? schema) },
      ]),
    );
  }
}
