import type { UnusableInclusion } from "../model/declaration";
import type { Problem } from "../model/problem";
import type { Resolution } from "../model/route";
import { checkMistake } from "./mistakes";
import { problem } from "./problems";

/** The problems of inclusions: values that can't be included, methods that are no routes, classes with two `@Router`. */
export function checkInclusions({ unusable, verbless, routedTwice }: Resolution): readonly Problem[] {
  return [
    ...unusable.map(({ where, what }) => inclusionProblem(where, what)),
    ...routedTwice.map((name) => problem("declared-twice", name, "Router")),
    // Where decorators stand on what can't be a route, that is the problem: see checkPlaces.
    ...verbless
      .filter(({ settings }) => settings.every(({ kind }) => kind !== "mistake"))
      .map(({ where }) => problem("verb-missing", where)),
  ];
}

function inclusionProblem(where: string, what: UnusableInclusion): Problem {
  switch (what.kind) {
    case "not includable":
      return what.mistake
        ? checkMistake(where, what.mistake)
        : problem("not-includable", where, what.written);
    case "class without Router":
      return problem("router-missing", where, what.name);
    case "class failed":
      return problem("controller-failed", where, what.name, what.reason);
    case "class promised":
      return problem("controller-promised", where, what.name);
    case "router again":
      return problem("router-included-twice", where, what.name);
    case "router in a circle":
      return problem("router-in-a-circle", where, what.name);
    case "app included":
      return problem("app-included", where);
  }
}
