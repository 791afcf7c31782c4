import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type * as YAML from "yaml";
import { isSchema } from "../../schema/json-schema/subschema";
import type { OpenAPIDocument } from "../../schema/interface/openapi";
import { parsedJSON, Unusable, usable } from "./command";
import { asDocument } from "./frozen";

/** True for the name of a file that contains a document as JSON or YAML. */
export function isDocumentName(name: string): boolean {
  return name.endsWith(".json") || isYAML(name);
}

function isYAML(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

/** Reads anybody's OpenAPI document. Throws Unusable if the file has no document of OpenAPI 3.0, 3.1 or 3.2. */
export function documentIn(name: string, folder: string): OpenAPIDocument {
  const file = resolve(folder, name);
  if (!existsSync(file)) throw new Unusable(`${name} does not exist`);
  const message = (reason: string): string => `${name} can't be read: ${reason}`;
  const text = usable(() => readFileSync(file, "utf8"), message);
  const read = isYAML(name) ? parsedYAML(text, message) : parsedJSON(text, message);
  const version = isSchema(read) ? (read.openapi ?? read.swagger) : undefined;
  if (typeof version === "string" && !/^3\.[012](?:\.|$)/.test(version)) {
    throw new Unusable(`${name} must be OpenAPI 3.0, 3.1 or 3.2, got ${version}`);
  }
  return asDocument(withUsualMembers(read), name);
}

function parsedYAML(text: string, message: (reason: string) => string): unknown {
  // Loading `yaml` takes longer than the rest of the command, and most documents are JSON.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { parse } = require("yaml") as typeof YAML;
  return usable(() => parse(text, { merge: true }) as unknown, message);
}

/** Reports the references of a document that lead to other files, because these files are not compared. */
export function outerReferences(document: OpenAPIDocument, name: string): readonly string[] {
  const outer = new Set(referencesIn(document).filter((reference) => !reference.startsWith("#")));
  const [first] = outer;
  if (first === undefined) return [];
  const count = outer.size === 1 ? "1 reference leads" : `${outer.size} references lead`;
  return [
    `${name}: ${count} out of the document, such as ${JSON.stringify(first)}, and ${outer.size === 1 ? "is" : "are"} not compared: bundle the document into one file`,
  ];
}

function referencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isSchema(value)) return [];
  const { $ref } = value;
  return [...(typeof $ref === "string" ? [$ref] : []), ...Object.values(value).flatMap(referencesIn)];
}

/** Copies a document without extensions beside paths and statuses. Adds `responses`, which operations need not have. */
function withUsualMembers(document: unknown): unknown {
  if (!isSchema(document)) return document;
  const { components } = document;
  const items = (written: unknown): unknown => mapMembers(withoutExtensions(written), itemWithResponses);
  return {
    ...document,
    ...("paths" in document ? { paths: items(document.paths) } : {}),
    ...("webhooks" in document ? { webhooks: items(document.webhooks) } : {}),
    ...(isSchema(components) && "pathItems" in components
      ? { components: { ...components, pathItems: items(components.pathItems) } }
      : {}),
  };
}

const methods: ReadonlySet<string> = new Set([
  ...["get", "head", "query", "post", "put", "patch", "delete", "options", "trace"],
]);

function itemWithResponses(item: unknown): unknown {
  if (!isSchema(item)) return item;
  const members = Object.entries(item).map(([name, member]) => {
    if (name === "additionalOperations") return [name, mapMembers(member, operationWithResponses)];
    return [name, methods.has(name) ? operationWithResponses(member) : member];
  });
  return Object.fromEntries(members) as unknown;
}

function operationWithResponses(operation: unknown): unknown {
  if (!isSchema(operation)) return operation;
  const { responses = {}, callbacks } = operation;
  return {
    ...operation,
    responses: withoutExtensions(responses),
    ...(callbacks === undefined ? {} : { callbacks: mapMembers(callbacks, callbackWithResponses) }),
  };
}

function callbackWithResponses(callback: unknown): unknown {
  return mapMembers(withoutExtensions(callback), itemWithResponses);
}

function withoutExtensions(value: unknown): unknown {
  if (!isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith("x-")));
}

function mapMembers(value: unknown, change: (member: unknown) => unknown): unknown {
  if (!isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}
