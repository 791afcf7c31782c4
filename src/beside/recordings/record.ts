import { carriedDataIn, carriedNodeOf } from "../../records/carried-json";
import { contextFromJSON, ContextValues, Now } from "../../schema/interface/context";
import type { GivenNote, NotedExchange } from "./exchange-notes";
import type { ConversionMeans, RouteConversions } from "../../schema/interface/exchange-recorder";
import { isSameJSON } from "../../schema/interface/json-value";
import type { RecordedLine, RecordedPart } from "../../records/recorded-line";
import { parts as allParts, type Part } from "../../schema/interface/schema";
import { isObject } from "../../core/model/value";
import { jsonCopy, setMember } from "../../schema/interface/plain-copy";
import { SecretTexts, type RedactedPlace } from "./redaction";

/** The values of an exchange that a line may have. */
interface RecordedValues {
  readonly parts: ReadonlyMap<Part, RecordedPart>;
  readonly given: GivenNote | undefined;
  readonly shown: unknown;
  readonly contexts: Readonly<Record<string, unknown>>;
}

/**
 * Makes the line of an exchange. Returns undefined for an exchange that must be left out, because JSON cannot represent
 * a value, because a redacted text would remain in the line, or because the line would be too long.
 */
export async function lineOf(
  exchange: NotedExchange,
  { places, most }: { readonly places: readonly RedactedPlace[]; readonly most: number },
): Promise<string | undefined> {
  const at = new Date().toISOString();
  const values = valuesOf(exchange);
  if (!values) return undefined;
  const whole = textOf(exchange, values, at);
  // Redaction keeps lengths, so a line that is too long need not be redacted.
  if (Buffer.byteLength(whole) > most) return undefined;
  const secrets = secretsIn(exchange, values, places);
  if (secrets.isEmpty) return whole;
  if (secrets.areTooMany) return undefined;
  const isReplaced = secrets.areWholeIn(clientValues(values));
  const redacted = isReplaced ? await redactedValues(exchange, values, secrets) : values;
  if (!redacted || secrets.areIn(clientValues(redacted))) return undefined;
  const line = textOf(exchange, redacted, at);
  return Buffer.byteLength(line) > most ? undefined : line;
}

function valuesOf({ notes, conversions }: NotedExchange): RecordedValues | undefined {
  const { isWhole, given, shown } = notes;
  const contexts = contextsJSON(notes.contexts);
  if (!isWhole || !contexts) return undefined;
  const parts = new Map<Part, RecordedPart>();
  for (const part of allParts) {
    const sent = namedMembers(part, notes.sent.get(part), conversions);
    const read = namedMembers(part, notes.read.get(part), conversions);
    if (sent !== undefined || read !== undefined) parts.set(part, { sent, read });
  }
  const hasBody = given?.value !== undefined || shown !== undefined;
  return parts.size > 0 || hasBody ? { parts, given, shown, contexts } : undefined;
}

/** Keeps the parameters that a schema names, because headers and cookies hold more than the route asks for. */
function namedMembers(part: Part, value: unknown, conversions: () => RouteConversions): unknown {
  if (part === "body" || !isObject(value)) return value;
  const { names } = conversions();
  const named = Object.entries(value).filter(([name]) => names(part, name));
  return named.length === 0 ? undefined : Object.fromEntries<unknown>(named);
}

/** Writes contexts by their names. Undefined if two have one name, or if JSON does not give a value back. */
function contextsJSON(contexts: ContextValues | undefined): RecordedValues["contexts"] | undefined {
  const written: Record<string, unknown> = {};
  for (const [key, value] of contexts?.entries() ?? []) {
    const json = key === Now ? jsonCopy(value) : sameJSON(value);
    if (json === undefined || Object.hasOwn(written, key.Name)) return undefined;
    setMember(written, key.Name, json);
  }
  return written;
}

function sameJSON(value: unknown): unknown {
  const json = jsonCopy(value);
  return isSameJSON(json, value) ? json : undefined;
}

function secretsIn(
  { conversions, req }: NotedExchange,
  { parts, given, shown, contexts }: RecordedValues,
  places: readonly RedactedPlace[],
): SecretTexts {
  const secrets = new SecretTexts();
  const carried = given?.carried === undefined ? [] : carriedDataIn(given.carried);
  const others = [given?.value, shown, contexts, ...Object.values(contexts), ...carried];
  for (const value of others) secrets.addAt(value, places);
  const { isCredential, credentialsOf } = conversions();
  for (const credential of credentialsOf(req)) secrets.add(credential);
  for (const [part, { sent, read }] of parts) {
    const ofPart = part === "headers" ? [...places, ...places.map(inLowerCase)] : places;
    for (const value of [sent, read]) {
      secrets.addAt(value, ofPart);
      for (const [name, member] of Object.entries(value ?? {})) {
        if (isCredential(part, name)) secrets.add(member);
      }
    }
  }
  return secrets;
}

function inLowerCase(place: RedactedPlace): RedactedPlace {
  return typeof place === "string" ? place.toLowerCase() : place.map((step) => step.toLowerCase());
}

/** Replaces secrets in what conversions are given, and converts again. Undefined if a schema refuses a substitute. */
async function redactedValues(
  exchange: NotedExchange,
  { parts, given, shown, contexts }: RecordedValues,
  secrets: SecretTexts,
): Promise<RecordedValues | undefined> {
  const values = secrets.replacedIn(contexts) as RecordedValues["contexts"]; // a copy has the same members
  const means = { contexts: contextsOf(exchange.notes.contexts, values), ran: [], carried: undefined };
  const read = await readRedacted(exchange, parts, { secrets, means });
  if (!read) return undefined;
  if (!given) return { parts: read, given, shown, contexts: values };
  const body = {
    ...given,
    value: secrets.replacedIn(given.value),
    carried: secrets.replacedIn(given.carried),
  };
  const carried = carriedNodeOf(jsonCopy(body.carried));
  const again = await shownRedacted(exchange, body, { ...means, carried });
  return again && { parts: read, given: body, shown: again.value, contexts: values };
}

async function readRedacted(
  { notes, conversions }: NotedExchange,
  parts: RecordedValues["parts"],
  { secrets, means }: { readonly secrets: SecretTexts; readonly means: ConversionMeans },
): Promise<RecordedValues["parts"] | undefined> {
  const sent = new Map([...parts].map(([part, one]) => [part, secrets.replacedIn(one.sent)]));
  if (sent.size === 0) return parts;
  const read = await conversions()
    .read(sent, means)
    .catch(() => undefined);
  if ((read !== undefined) !== notes.isRead) return undefined;
  return new Map(
    [...sent].map(([part, one]) => {
      const value = jsonCopy(read?.get(part));
      return [part, { sent: one, read: namedMembers(part, value, conversions) }];
    }),
  );
}

async function shownRedacted(
  { notes, conversions }: NotedExchange,
  body: GivenNote,
  means: ConversionMeans,
): Promise<{ readonly value: unknown } | undefined> {
  const { show, accepts } = conversions();
  let value: unknown;
  try {
    value = show(body, means);
  } catch {
    return notes.isShown ? undefined : { value };
  }
  const isTrue = notes.isShown && (await accepts(body, value, means.carried));
  return isTrue ? { value } : undefined;
}

/** Reads the values of contexts back from JSON. */
function contextsOf(contexts: ContextValues | undefined, values: RecordedValues["contexts"]): ContextValues {
  const keys = [...(contexts?.entries() ?? [])].map(([key]) => key);
  return new ContextValues(new Map(keys.map((key) => [key, contextFromJSON(key, values[key.Name])])));
}

function clientValues({ parts, given, shown, contexts }: RecordedValues): unknown {
  return [...parts.values(), given?.value, given?.carried, shown, contexts];
}

function textOf(
  { route, version, newest, changes, notes, status }: NotedExchange,
  { parts, given, shown, contexts }: RecordedValues,
  at: string,
): string {
  const line: RecordedLine = {
    at,
    route,
    version,
    newest,
    changes: [...new Set(changes.map(({ Description }) => Description))],
    ...(parts.size > 0 && { request: Object.fromEntries(parts) }),
    response: {
      status: { meant: notes.meant ?? status, sent: status },
      ...(given && { body: { given: given.value, shown } }),
    },
    ...(Object.keys(contexts).length > 0 && { contexts }),
    ...(given?.carried !== undefined && { carried: given.carried }),
  };
  return `${JSON.stringify(line)}\n`;
}
