import type { Problem } from "../model/problem";
import { optionsRule } from "../check/app-option-rules";
import type { Checkable } from "../check/checkable";
import { checkCollisions, checkOperationIDs } from "../check/collisions";
import { checkInclusions } from "../check/inclusions";
import { appRulesOf, checkPlaces } from "../check/places";
import { checkRoutes, isSound } from "../check/route-rules";
import { checkLifecycles, checkLives, checkRetired } from "../../life/lifecycles";
import { checkRanges } from "../check/versions";
import type { AppRule } from "../wings/wing";
import type { BuildContext } from "./build-context";

const rules: readonly AppRule[] = [
  optionsRule([checkRetired]),
  checkInclusions,
  checkPlaces,
  checkOfOptions,
  checkRoutes,
];

const lastRules: readonly AppRule[] = [checkRanges, checkLifecycles, checkLives];

/** Lists the problems of an App. */
export function check(built: BuildContext): readonly Problem[] {
  const problems = [...rules, ...built.wings.rules, ...lastRules].flatMap((rule) => rule(built));
  const certain = problems.length === 0 ? built.spans : built.spans.filter(isSound);
  problems.push(...checkCollisions(certain, built.register), ...checkOperationIDs(built));
  // The Map removes repeated problems: a class that is included twice has each problem twice.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function checkOfOptions({ resolution, versioning }: Checkable): readonly Problem[] {
  const { routes, verbless } = resolution;
  const places = resolution.places.concat(verbless);
  return appRulesOf(places).flatMap(({ problems }) => problems?.({ places, routes, versioning }) ?? []);
}
