import type { Problem } from "../core/model/problem";
import { isObject, isRecord, quote } from "../core/model/value";
import type { Versioning } from "../core/model/versioning";
import { argumentProblem, checkExpectations, versioningWhere } from "../core/check/arguments";
import { lifecycleFields } from "./lifecycles";
import { problem } from "../core/check/problems";
import { checkNames } from "../core/check/versions";

const where = `${versioningWhere}.Retired`;

/** Checks the option `Retired`: the names of its versions, and the dates of their ends. */
export function checkRetired(written: unknown, versioning: Versioning): readonly Problem[] {
  if (!isObject(written)) return [];
  if (!versioning.isEnabled) return [problem("retired-without-type", versioningWhere)];
  if (!isRecord(written)) return checkNames(where, Array.from<unknown>(written), versioning);
  return [
    ...checkNames(where, Object.keys(written), versioning),
    ...Object.entries(written).flatMap(([version, end]: readonly [string, unknown]) =>
      checkRetirement(`${where}[${quote(version)}]`, end),
    ),
  ];
}

function checkRetirement(place: string, end: unknown): readonly Problem[] {
  if (!isRecord(end)) {
    return [argumentProblem(place, { name: "a retired version", expected: "an object" }, end)];
  }
  return checkExpectations({ where: place }, end, retirementFields);
}

const { Sunset, Link } = lifecycleFields;
const retirementFields = { Sunset, Link };
