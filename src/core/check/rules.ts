import type { Problem } from "../model/problem";
import { checkOptions } from "./app-option-rules";
import { checkChanges } from "../../changes/rules/changes";
import type { Checkable } from "./checkable";
import { checkCollisions, checkOperationIDs } from "./collisions";
import { checkForms, checkWebhooks } from "../../changes/rules/form-rules";
import { checkInclusions } from "./inclusions";
import { checkLifecycles, checkLives } from "../../life/lifecycles";
import { checkPlaces } from "./places";
import { checkRoutes, isSound } from "./route-rules";
import { checkSchemas } from "./schema-rules";
import { checkSecurityNames, checkVersionSchemes } from "../../security/security-rules";
import { checkRanges } from "./versions";

const rules: readonly ((built: Checkable) => readonly Problem[])[] = [
  checkOptions,
  checkInclusions,
  checkPlaces,
  checkVersionSchemes,
  checkSecurityNames,
  checkRoutes,
  checkSchemas,
  checkChanges,
  checkForms,
  checkRanges,
  checkWebhooks,
  checkLifecycles,
  checkLives,
];

export function check(built: Checkable): readonly Problem[] {
  const problems = rules.flatMap((rule) => rule(built));
  const certain = problems.length === 0 ? built.spans : built.spans.filter(isSound);
  problems.push(...checkCollisions(certain, built.register), ...checkOperationIDs(built));
  // The Map removes repeated problems: a class that is included twice has each problem twice.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
