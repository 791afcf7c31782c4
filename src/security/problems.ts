import { problemTexts as generalTexts } from "../core/check/problems";
import { problemMaker, type Texts } from "../core/model/problem";

/** The texts of the problems of security schemes, by code. */
export const problemTexts = {
  "security-name-repeated": (name: string, places: string) =>
    `two security schemes have the same name, ${name}, ${places}: share one SecurityScheme object, or rename one of the two`,
} as const satisfies Texts;

export const problem = problemMaker({ ...generalTexts, ...problemTexts });
