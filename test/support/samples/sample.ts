import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readRequestsFile, type ExpectedRequest } from "./requests-file";

export const ROOT = join(__dirname, "../../..");
const FOLDER = join(ROOT, "samples");

/** A sample and what its requests.http holds. */
export interface Sample {
  readonly name: string;
  readonly requests: readonly ExpectedRequest[];
  /** Those of the requests that fetch an OpenAPI document. */
  readonly documents: readonly ExpectedRequest[];
}

export function sampleNames(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d\d-/.test(name))
    .sort();
}

export function readSample(name: string): Sample {
  const file = join(FOLDER, name, "requests.http");
  const requests = readRequestsFile(readFileSync(file, "utf8"), file);
  return { name, requests, documents: requests.filter(({ path }) => path.endsWith("/openapi.json")) };
}

/** The name of a sample's document among all: `sample-12-two-apps-admin`. */
export function documentName(sample: string, { path }: ExpectedRequest): string {
  return `sample-${sample}${path.replace(/\/docs\/openapi\.json$/, "")}`.replaceAll("/", "-");
}
