import type { Problem } from "../model/problem";
import { optionsRule } from "../check/app-option-rules";
import { checkChanges } from "../../changes/rules/changes";
import type { Checkable } from "../check/checkable";
import { checkCollisions, checkOperationIDs } from "../check/collisions";
import { checkForms, checkWebhooks } from "../../changes/rules/form-rules";
import { checkInclusions } from "../check/inclusions";
import { appRulesOf, checkPlaces } from "../check/places";
import { checkRoutes, isSound } from "../check/route-rules";
import { checkSchemas } from "../check/schema-rules";
import { checkRetired } from "../../life/lifecycles";
import { checkRanges } from "../check/versions";

type Rule = (built: Checkable) => readonly Problem[];

const rules: readonly Rule[] = [
  optionsRule([checkRetired]),
  checkInclusions,
  checkPlaces,
  checkOfOptions,
  checkRoutes,
  checkSchemas,
  checkChanges,
  checkForms,
  checkRanges,
  checkWebhooks,
];

/** Lists the problems of an App. `ofWings` are the rules of App options that are not the core's own. */
export function check(built: Checkable, ofWings: readonly Rule[]): readonly Problem[] {
  const problems = [...rules, ...ofWings].flatMap((rule) => rule(built));
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
