import { onceEach, unionOf, remembered } from "../core/model/collections";
import type { Contract } from "../core/model/contract";
import type { ErrorSchemas } from "../core/model/error-format";
import { Nothing } from "./interface/histories";
import type { ResolvedRoute, ResolvedWebhook, Span } from "../core/model/route";
import type { JSONSchema, Side, Validate, AjvFactory } from "./interface/schema";
import type { Version } from "../core/model/version";
import type { AppComponents } from "./app-components";
import { choiceIn } from "./choice";
import { contractReader, type ContractReader, type JudgesBy } from "./contract-reader";
import { mayHaveNames, sharedSchemasOf, type SharedSchemas, type Source } from "./components";
import type { AjvFailure, CompiledSchema, SchemaUse } from "./compiled-schema";

import { describeSchema, standardOf } from "./standard";
import { componentReference, componentsWithin } from "./json-schema/component-references";
import { openedOutput } from "./json-schema/opened-output";
import type { Use, UsePlace } from "./interface/use";
import { usesOf, usesOfWebhooks } from "./uses";

/** The schemas of an App's routes, with the functions that read and compile them. */
export interface Schemas extends Omit<ContractReader, "compile" | "unknownKeywords"> {
  readonly uses: readonly Use[];
  readonly errors: ErrorSchemas;
  readonly compile: (use: ReadSite) => CompiledSchema | AjvFailure | undefined;
  readonly unknownKeywords: (use: ReadSite) => readonly string[];
  readonly documented: DocumentedSide;
  readonly shared: SharedSchemas;
}

/** Where a schema is used, as far as its validator depends on that. */
type ReadSite = Pick<Use, "schema" | "place"> & Partial<Pick<Use, "isBinary">>;

type DocumentedSide = (schema: object, side: Side) => JSONSchema | undefined;

interface AppDocuments {
  readonly errors: ErrorSchemas;
  readonly versions: readonly Version[];
  /** The versions whose documents contain a contract. An App without versions has only `undefined`. */
  readonly versionsOf: (contract: Contract) => ReadonlySet<Version | undefined>;
}

interface SchemaSettings {
  readonly documents: AppDocuments;
  readonly ajv: AjvFactory | undefined;
  readonly components: AppComponents;
  readonly judgesBy: JudgesBy | undefined;
}

interface SchemaUsers {
  readonly routes: readonly ResolvedRoute[];
  readonly spans: readonly Span[];
  readonly webhooks: readonly ResolvedWebhook[];
  readonly webhookSpans: readonly Span<ResolvedWebhook>[];
}

export function schemasOf(
  { routes, spans, webhooks, webhookSpans }: SchemaUsers,
  { documents, ajv, components, judgesBy }: SchemaSettings,
): Schemas {
  const uses = [...usesOf(routes, spans), ...usesOfWebhooks(webhooks, webhookSpans)];
  const reader = contractReader(judgesBy, ajv, components);
  const documented: DocumentedSide = remembered((schema, side: Side) => {
    const json = reader.jsonOf(schema, side);
    // A plain JSON Schema closes the same objects on both sides, so that none of them is opened.
    const isOpened = side === "output" && (standardOf(schema) ?? choiceIn(schema));
    return json && isOpened ? openedOutput(json, reader.jsonOf(schema, "input") ?? {}) : json;
  });
  return {
    ...reader,
    uses,
    documented,
    errors: documents.errors,
    compile: (use) => reader.compile(use.schema, useAt(use)),
    unknownKeywords: (use) => reader.unknownKeywords(use.schema, useAt(use)),
    shared: sharedSchemasOf(
      [
        ...sourcesOf(uses, { jsonOf: reader.jsonOf, documented }, documents),
        ...repeatedComponents(uses, components, { documented, documents }),
      ],
      documents.versions,
    ),
  };
}

type WrittenSchema = Pick<Source, "side" | "where" | "versions"> & { readonly schema: object };

function writtenSchemas(uses: readonly Use[], documents: AppDocuments): readonly WrittenSchema[] {
  const { errors, versions, versionsOf } = documents;
  const ofRoutes = uses.map(({ schema, side, route: { where }, contract }) => ({
    schema,
    side,
    where,
    versions: versionsOf(contract),
  }));
  const ofErrors = [undefined, ...versions].flatMap((version) => {
    const schema = errors.at(version);
    return schema && schema !== Nothing
      ? [{ schema, side: "output" as const, where: "AppOptions.Errors", versions: new Set([version]) }]
      : [];
  });
  return [...ofRoutes, ...ofErrors];
}

function sourcesOf(
  uses: readonly Use[],
  { jsonOf, documented }: Pick<Schemas, "jsonOf" | "documented">,
  documents: AppDocuments,
): readonly Source[] {
  const sources = new Map<JSONSchema, Source>();
  // Many routes share a schema, so the result of `mayHaveNames` is remembered for each schema.
  const hasNames = remembered(mayHaveNames);
  for (const { schema, side: used, where, versions } of writtenSchemas(uses, documents)) {
    const vendor = standardOf(schema)?.vendor;
    const written = jsonOf(schema, used);
    if (!written || !hasNames(written)) continue;
    for (const side of ["input", "output"] as const) {
      const json = documented(schema, side);
      if (!json) continue;
      const known = sources.get(json);
      // Messages name the first place in a document. So a place without versions, which is in no document, is replaced.
      const source = known && known.versions.size > 0 ? known : { json, side, where, vendor };
      sources.set(json, { ...source, versions: known ? unionOf(known.versions, versions) : versions });
    }
  }
  return [...sources.values()];
}

/** The App's components of which schemas have one with the same name in their own `components.schemas`. */
function repeatedComponents(
  uses: readonly Use[],
  components: AppComponents,
  { documented, documents }: Pick<Schemas, "documented"> & { readonly documents: AppDocuments },
): readonly Source[] {
  if (components.size === 0) return [];
  const repeatedIn = remembered((schema) => {
    const described = standardOf(schema) ? undefined : describeSchema(schema, "input");
    const own = described && "json" in described ? [...componentsWithin(described.json).keys()] : [];
    return own.filter((name) => components.has(name));
  });
  const referring = onceEach((name: string) => ({ $ref: componentReference(name) }));
  return uses.flatMap(({ schema, side, contract }) =>
    repeatedIn(schema).flatMap((name) => {
      const json = documented(referring(name), side);
      const versions = documents.versionsOf(contract);
      return json ? [{ json, side, where: "AppOptions.OpenAPI", vendor: undefined, versions }] : [];
    }),
  );
}

/** The validator for one use of a schema. Schemas that do not compile never get here: `check` rejects them. */
export function validatorFor(schemas: Schemas, use: ReadSite): Validate {
  return schemas.validator(use.schema, useAt(use));
}

/** Makes the validator of error bodies; undefined if no schema is declared, or if it needs ajv, which is missing. */
export function errorBodyValidator(schemas: Schemas): Validate | undefined {
  const { newest: schema } = schemas.errors;
  if (!schema || schema === Nothing) return undefined;
  // A plain JSON Schema validates errors only if ajv is installed. Without ajv it only describes errors.
  const compiled = schemas.compile({ schema, place: "response" });
  return compiled && "validate" in compiled ? schemas.sentValidator(schema) : undefined;
}

function useAt({ place, isBinary }: ReadSite): SchemaUse {
  if (place === "body") return isBinary ? "binary" : "body";
  return textParts.has(place) ? "text" : "response";
}

const textParts: ReadonlySet<UsePlace> = new Set(["params", "query", "headers", "cookies"]);
