import { problemTexts as generalTexts } from "../core/check/problems";
import { problemMaker, type Texts, warningMaker } from "../core/model/problem";
import { quote } from "../core/model/value";

/** The texts of the problems of documents, by code. */
export const problemTexts = {
  "operation-id-repeated": (id: string, other: string) =>
    `operation id ${quote(id)} is also the id of ${other}: give one of the two another id`,
  "operation-id-of-versions": (id: string, version: string, other: string) =>
    `operation id ${quote(id)} is the id of both version ${quote(other)} and version ${quote(version)} of this route: rename one of the versions, declare the route once for each version with an OperationID of its own, or remove OperationID`,
  "openapi-version": (written: string) =>
    `OpenAPI.openapi must be 3.1.x or 3.2.x, got ${written}, which is no version of OpenAPI that is written here: ` +
    'remove it, and convert the document, as the guide "OpenAPI 3.0" shows (docs/guides/documents/openapi-3-0.md)',
} as const satisfies Texts;

export const problem = problemMaker({ ...generalTexts, ...problemTexts });

/** The texts of the warnings about documents, by code. */
export const warningTexts = {
  "method-undocumented": (where: string, method: string) =>
    `${where}: the route stands in no document, because OpenAPI 3.1 cannot describe ${method} operations: ` +
    'set AppOptions.OpenAPI to { openapi: "3.2.0" }, or hide the route with Hidden()',
} as const satisfies Texts;

export const warning = warningMaker(warningTexts);
