import { groupedBy, remembered } from "../../core/model/collections";
import { isObject } from "../../core/model/value";
import type { JSONSchema, Verdict } from "../interface/schema";
import { schemasIn } from "../json-schema/subschema";

export type Judge = (value: unknown) => Verdict;

/**
 * True if several schemas may judge the same text. ajv then converts it for each of them, one after the other, so that
 * a limit is compared with the text before its conversion, or the last alternative decides, though another one fits.
 */
export const convertsRepeatedly = remembered((schema: JSONSchema): boolean =>
  schemasIn(schema).some(
    (one) =>
      appliedInPlace.some((keyword) => keyword in one) || ("$ref" in one && Object.keys(one).length > 1),
  ),
);

const appliedInPlace = ["allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas", "$dynamicRef"];

/** Judges of converted texts. */
interface ConvertedJudges {
  /** Stops at the first misfit. */
  readonly judge: Judge;
  readonly judgeWhole: () => Judge;
}

/**
 * Checks what ajv has made of the texts in a value by judges that convert nothing. If the result does not fit, other
 * conversions to the types that the schemas name are tried, numbers before texts.
 */
export function judgeOfTexts(
  convert: Judge,
  { judge, judgeWhole }: ConvertedJudges,
  schemas: readonly JSONSchema[],
): Judge {
  const types = new Set(schemas.flatMap((schema) => schemasIn(schema)).flatMap(({ type }) => type));
  const valueOf = (text: string): unknown => convertedText(text, types);
  return (value) => {
    const texts = [...textsIn(value)];
    const converted = convert(value);
    // `007` is a text again if the alternative before made a number of it, which would be `7`.
    for (const text of texts) if (typeof read(text) === "string") write(text, text.sent);
    if ("value" in converted && "value" in judge(value)) return converted;
    const made = texts.map(read);
    for (const choose of choicesOf(texts, valueOf)) {
      choose();
      const verdict = judge(value);
      if ("value" in verdict) return verdict;
    }
    for (const [i, text] of texts.entries()) write(text, made[i]);
    return "value" in converted ? judgeWhole()(value) : converted;
  };
}

/** A text that a client sent, in an object or a list. */
interface SentText {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly sent: string;
}

function* textsIn(holder: unknown): Iterable<SentText> {
  if (!isObject(holder)) return;
  const members = holder as Record<string, unknown>;
  for (const [key, value] of Object.entries(members)) {
    if (typeof value === "string") yield { holder: members, key, sent: value };
    else yield* textsIn(value);
  }
}

function read({ holder, key }: SentText): unknown {
  return holder[key];
}

function write({ holder, key }: SentText, value: unknown): void {
  if (holder[key] !== value) holder[key] = value;
}

/** At most this number of members or lists are varied, which are 64 choices, and of so many texts in all. */
const mostVaried = 6;
const mostTexts = 64;

/**
 * Functions that write the conversions of one choice into the value. The items of a list are converted alike. A client
 * may send thousands of texts, which are all converted or none.
 */
function* choicesOf(texts: readonly SentText[], valueOf: (text: string) => unknown): Iterable<() => void> {
  const open = texts.filter(({ sent }) => valueOf(sent) !== sent);
  const groups =
    texts.length > mostTexts
      ? [open]
      : [...groupedBy<unknown, SentText>(open, (text) => [listOf(text) ?? text]).values()];
  const varied = groups.slice(0, mostVaried);
  for (let choice = 0; choice < 2 ** varied.length; choice++) {
    yield () => {
      for (const [i, group] of varied.entries()) {
        const isText = (choice & (1 << i)) !== 0;
        for (const text of group) write(text, isText ? text.sent : valueOf(text.sent));
      }
    };
  }
}

function listOf({ holder }: SentText): object | undefined {
  return Array.isArray(holder) ? holder : undefined;
}

/** The boolean, number or null that ajv makes of a text for one of the types; otherwise the text itself. */
function convertedText(text: string, types: ReadonlySet<unknown>): unknown {
  if (text === "true" || text === "false") return types.has("boolean") ? text === "true" : text;
  if (text === "") return types.has("null") ? null : text;
  const number = types.has("integer") || types.has("number") ? Number(text) : Number.NaN;
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}
