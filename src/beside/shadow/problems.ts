import { problemTexts as generalTexts } from "../../core/check/problems";
import { problemMaker, type Texts } from "../../core/model/problem";

/** The texts of the problems of Shadow, by code. */
export const problemTexts = {
  "shadow-without-version": () =>
    "Shadow applies to no version of the route: correct its Since, Until or WithVersion",
  "shadow-unsafe": (method: string) =>
    `${method} cannot be shadowed, because both handlers would change data: use Shadow only for GET, HEAD and QUERY`,
} as const satisfies Texts;

export const problem = problemMaker({ ...generalTexts, ...problemTexts });
