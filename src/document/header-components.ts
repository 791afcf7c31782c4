import { isErrorOrRange, isSuccessOrRange } from "../core/http/status";
import { appHeaderNames, appHeaders, type AppHeader, type SentOn } from "./app-headers";
import { sentStatus, type Renumbering } from "../core/model/contract";
import { brownoutsToCome, standingAt, type Life } from "../core/model/lifecycle";
import type { Registration } from "../core/model/route";
import type { ResponseStatus } from "../core/model/schema";
import type { Versioning } from "../core/model/versioning";
import { refuses } from "../security/security-objects";

interface HeaderConditions {
  readonly versioning: Pick<Versioning, "reports">;
  readonly successor: Registration | undefined;
  readonly isQueried: boolean;
  readonly refusesUnknown: boolean;
  readonly now: Date | undefined;
}

export function appHeadersOf(
  registration: Registration,
  { versioning: { reports }, successor, isQueried, refusesUnknown, now }: HeaderConditions,
): (status: ResponseStatus) => readonly AppHeader[] {
  const { version, life, contract } = registration;
  const isBrownedOut = isInBrownouts(life, now);
  // A header is sent as `appHeaders` says, or only on other responses.
  const sent: Readonly<Record<AppHeader, boolean | SentOn>> = {
    "X-Request-Id": true,
    "Retry-After": isBrownedOut,
    "Cache-Control": isBrownedOut,
    "WWW-Authenticate": refuses(contract),
    "Accept-Query": isQueried,
    "API-Version": reports && version !== undefined,
    "API-Supported-Versions": reports || (refusesUnknown && "400"),
    "API-Deprecated-Versions": reports,
    "Version-Unknown": refusesUnknown,
    Deprecation: life?.deprecated !== undefined,
    Sunset: life?.sunset !== undefined,
    Link: life !== undefined && (hasPage(life) || (successor !== undefined && !hasEnded(successor, now))),
  };
  const names = appHeaderNames.filter((name) => sent[name]);
  const sentOn = (name: AppHeader): SentOn =>
    typeof sent[name] === "string" ? sent[name] : appHeaders[name].sentOn;
  const { renumbering } = registration.form;
  return (status) => names.filter((name) => standsOn(sentOn(name), status, renumbering));
}

function standsOn(sentOn: SentOn, status: ResponseStatus, renumbering: Renumbering | undefined): boolean {
  switch (sentOn) {
    case "every response":
      return true;
    case "successes":
      return isSuccessOrRange(status);
    case "errors":
      return isErrorOrRange(status);
    case "400":
      // `Restatus` is an option of a route, and no route sends this 400.
      return status === 400;
    case "401":
    case "410":
      return status === sentStatus(renumbering, Number(sentOn));
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
  readonly #written = new Set<AppHeader>();
  readonly #ownSchemas: Partial<Readonly<Record<AppHeader, object>>>;

  constructor(ownSchemas: Partial<Readonly<Record<AppHeader, object>>>) {
    this.#ownSchemas = ownSchemas;
  }

  /** Returns the reference to a header: `{ "$ref": "#/components/headers/X-Request-Id" }`. */
  refer(name: AppHeader): object {
    this.#written.add(name);
    return { $ref: `#/components/headers/${name}` };
  }

  /** Returns copies of the components, because a caller may change the document. */
  components(): Record<string, object> {
    return Object.fromEntries(
      [...this.#written].map((name) => {
        const { description, schema } = appHeaders[name];
        return [name, { description, schema: structuredClone(this.#ownSchemas[name] ?? schema) }];
      }),
    );
  }
}
