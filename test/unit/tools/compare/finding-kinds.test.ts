import { compareDocuments } from "../../../../src/tools/compare/compare-documents";
import { findingKinds, type FindingRule } from "../../../../src/tools/compare/finding-kinds";
import type { OpenAPIDocument } from "../../../../src/model/openapi";

function documentOf(deprecated: boolean): OpenAPIDocument {
  const parameters = [{ name: "q", in: "query" as const, deprecated }];
  return {
    openapi: "3.1.1",
    info: { title: "Cats", version: "1" },
    paths: { "/cats": { get: { parameters, responses: { 204: { description: "" } } } } },
  };
}

it("a difference of a kind of words is left out, except for a caller that asks for it", () => {
  const kindsIn = (options: object): readonly string[] =>
    compareDocuments(documentOf(false), documentOf(true), options).map(({ kind }) => kind);
  expect(kindsIn({})).toEqual(["parameter-deprecated"]);
  const rules: Record<string, FindingRule> = findingKinds;
  const rule = rules["parameter-deprecated"];
  rules["parameter-deprecated"] = { group: "difference", isOfWords: true };
  try {
    expect(kindsIn({})).toEqual([]);
    expect(kindsIn({ isWithWords: true })).toEqual(["parameter-deprecated"]);
  } finally {
    if (rule) rules["parameter-deprecated"] = rule;
  }
});
