import { canonical } from "../../schema/interface/json-value";
import { either } from "./difference";
import { isOfType, valuesIn } from "./value-alternatives";
import type { Alternative, TypedAlternative } from "./alternative";

/** The number of values that a text lists. A schema may have thousands of values. */
export const mostListedValues = 20;

/** Writes a text with at most `mostListedValues` values in each list; and with all of them, if these differ. */
export function withValues(write: (words: ValueWords) => string): ValueText {
  const [text, wholeText] = [write(wordsUpTo(mostListedValues)), write(wordsUpTo(Infinity))];
  return { text, wholeText: text === wholeText ? undefined : wholeText };
}

interface ValueText {
  readonly text: string;
  readonly wholeText: string | undefined;
}

export interface ValueWords {
  /** Describes the types and values that a schema allows: `a string or null`. */
  readonly ofAlternatives: (alternatives: readonly Alternative[]) => string;
  /** Describes types, each as `a string`, or as `a string other than "a"` if `others` allows `"a"`; and then values. */
  readonly ofSome: (some: SomeAlternatives, others: readonly Alternative[]) => string;
}

/** The types and values that only one of two documents allows. */
export interface SomeAlternatives {
  readonly typed: readonly TypedAlternative[];
  readonly values: readonly unknown[];
}

function wordsUpTo(most: number): ValueWords {
  const ofSome: ValueWords["ofSome"] = ({ typed, values }, others) =>
    either([...typed.map((one) => typeInWords(one, others)), ...valuesInWords(values)]);
  return {
    ofSome,
    ofAlternatives: (alternatives) => {
      const typed = alternatives.filter((one) => one.kind !== "value");
      return ofSome({ typed, values: valuesIn(alternatives) }, []);
    },
  };

  function typeInWords(alternative: TypedAlternative, others: readonly Alternative[]): string {
    const values = valuesIn(others).filter((value) => isOfType(value, alternative.kind));
    const word = alternativeName(alternative);
    return values.length === 0 ? word : `${word} other than ${either(valuesInWords(values))}`;
  }

  /** Describes values: `"a"` or `null`. `true` and `false` together become `a boolean`. */
  function valuesInWords(values: readonly unknown[]): readonly string[] {
    const isBoolean = values.includes(true) && values.includes(false);
    const others = values.filter((value) => !isBoolean || typeof value !== "boolean");
    const more = others.length - most;
    return [
      ...(isBoolean ? ["a boolean"] : []),
      ...others.slice(0, most).map(canonical),
      ...(more > 0 ? [`${more} more`] : []),
    ];
  }
}

/** Describes an alternative by its kind, and an object also by its schema's name: `an object (Cat)`. */
function alternativeName({ kind, name }: TypedAlternative): string {
  return kind === "object" && name !== undefined ? `${kindWords[kind]} (${name})` : kindWords[kind];
}

const kindWords: Readonly<Record<TypedAlternative["kind"], string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  array: "a list",
  object: "an object",
};
