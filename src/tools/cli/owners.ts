import type { OpenAPIDocument } from "../../core/model/openapi";
import { documentedWebhooks, operationKey, operationsIn } from "../compare/documented-operation";
import type { Finding } from "./findings";

/** Adds to each finding the `x-owner` of its operation, from the first of the documents that has one. */
export function withOwners<One extends Finding>(
  findings: readonly One[],
  documents: () => readonly OpenAPIDocument[],
): readonly One[] {
  if (findings.length === 0) return findings;
  const owners = documents().map(ownersIn);
  return findings.map((finding) => {
    const key = operationKey(finding.record.where);
    const owner = owners.find((one) => one.has(key))?.get(key);
    return owner === undefined ? finding : { ...finding, record: { ...finding.record, owner } };
  });
}

function ownersIn(document: OpenAPIDocument): ReadonlyMap<string, string> {
  const operations = [...operationsIn(document), ...documentedWebhooks(document)];
  return new Map(
    operations.flatMap(([key, { operation }]) => {
      const owner: unknown = operation["x-owner"];
      return typeof owner === "string" ? [[key, owner]] : [];
    }),
  );
}
