import { Versioned } from "versioned-controllers";
import { z } from "zod";
import type { Checkable } from "../../../src/core/check/checkable";
import { checkReadErrors, checkServedHistories } from "../../../src/core/wings/collected";
import { historyOf } from "../../../src/schema/interface/histories";

/* What bundle.test.ts sees of a bundled program, in this process. */

const Cat = Versioned(z.object({ name: z.string() }));
const route = { where: "GET /cats" };

/** The part of an App that the rules read. */
function checkable(uses: readonly object[], declared?: object): Checkable {
  // The cast: the rules read no more.
  return { schemas: { uses, errors: { declared } } } as unknown as Checkable;
}

it("each history without its conversions is a problem", () => {
  const uses = [
    { route, place: "response", history: historyOf(Cat) },
    { route, place: "body", history: undefined },
  ];
  expect(
    checkServedHistories(checkable(uses, Cat)).map(({ code, where, text }) => [code, where, text]),
  ).toEqual([
    [
      "history-not-converted",
      "GET /cats",
      expect.stringContaining("the schema of WithResponse is a history"),
    ],
    [
      "history-not-converted",
      "AppOptions",
      expect.stringContaining("the schema of Errors.Schema is a history"),
    ],
  ]);
  expect(checkServedHistories(checkable([]))).toEqual([]);
});

it("an error schema without a history is a problem where nothing reads schemas", () => {
  expect(checkReadErrors(checkable([], z.object({}))).map(({ code }) => code)).toEqual(["schema-not-read"]);
  expect(checkReadErrors(checkable([], Cat))).toEqual([]);
});
