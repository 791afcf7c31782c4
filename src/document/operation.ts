import type { Change } from "../core/model/change";
import { brownoutsToCome, lifeInWords } from "../core/model/lifecycle";
import type { OpenAPIOperation } from "../core/model/openapi";
import type { Operation } from "../core/model/route";
import type { RouteSettings } from "../core/model/setting";
import { mergeMembers } from "./document-overrides";
import { parametersOf, requestBodyOf, type OperationContext } from "./requests";
import { responsesOf } from "./responses";
import { requirementsOf } from "../security/security-objects";

/** Creates an Operation Object. Members of `WithOperation` override the generated members. */
export function describeOperation(operation: Operation, shared: OperationContext): OpenAPIOperation {
  const generated: Partial<OpenAPIOperation> = {};
  for (const write of memberRules) write(generated, operation, shared);
  const { operation: own } = operation.registration.form.settings;
  if (own.length === 0) return generated as OpenAPIOperation;
  // The members of `WithOperation` are copied, because a caller may change the document. Its `operationId` might not be
  // unique, so `id` replaces it. The cast is safe: `memberTable` writes `responses`, the only required member.
  const described = own.reduce<object>(
    (merged, words) => mergeMembers(merged, JSON.parse(JSON.stringify(words)) as object),
    generated,
  );
  return { ...described, operationId: operation.id } as OpenAPIOperation;
}

type MemberRule = (
  written: Partial<OpenAPIOperation>,
  operation: Operation,
  shared: OperationContext,
) => void;

/** For a setting that another rule describes, or that the document does not show. */
const elsewhere: MemberRule = () => undefined;

/** How each setting is written. The members of the OpenAPI operation have the order of this table. */
const memberTable: Readonly<Record<keyof RouteSettings, MemberRule>> = {
  operationID: (written, { id }) => {
    written.operationId = id;
  },
  summary: (written, { registration }) => {
    const { summary } = registration.form.settings;
    if (summary !== undefined) written.summary = summary;
  },
  description: (written, operation, { now, versions }) => {
    const { form, life } = operation.registration;
    const parts = [form.settings.description, lifeInWords(life, now), ...versions.wordsOf(operation)];
    const texts = parts.filter((text) => text !== undefined);
    if (texts.length > 0) written.description = texts.join("\n\n");
  },
  tags: (written, { registration }) => {
    const { tags } = registration.form.settings;
    if (tags.length > 0) written.tags = [...tags];
  },
  deprecated: (written, { registration: { form, life } }) => {
    if (form.deprecated || life?.deprecated || life?.sunset) written.deprecated = true;
  },
  lifecycle: (written, { registration: { life } }, { now }) => {
    if (!life) return;
    if (life.deprecated) written["x-deprecated"] = life.deprecated.toISOString();
    if (life.sunset) written["x-sunset"] = life.sunset.toISOString();
    const brownouts = brownoutsToCome(life, now).map(({ from, to }) => ({
      from: from.toISOString(),
      to: to.toISOString(),
    }));
    if (brownouts.length > 0) written["x-brownouts"] = brownouts;
  },
  changes: (written, { registration }, { changes }) => {
    Object.assign(written, changesInWords(changes.after(registration)));
  },
  inputs: (written, operation, shared) => {
    const parameters = parametersOf(operation, shared);
    if (parameters.length > 0) written.parameters = parameters;
    const requestBody = requestBodyOf(operation.registration.contract, shared);
    if (requestBody !== undefined) written.requestBody = requestBody;
  },
  security: (written, { registration }) => {
    const security = requirementsOf(registration.contract);
    if (security) written.security = security;
  },
  responses: (written, { registration }, shared) => {
    written.responses = responsesOf(registration, shared);
  },
  // The function `responses` above describes the next three settings.
  status: elsewhere,
  statusBefore: elsewhere,
  guards: elsewhere,
  // Clients do not see these values, which the server uses to convert requests and responses.
  contexts: elsewhere,
  contextSettings: elsewhere,
  // `describeOperation` applies this setting after all others.
  operation: elsewhere,
  // These settings decide which document has the operation, and at which path.
  prefix: elsewhere,
  versions: elsewhere,
  hidden: elsewhere,
  // These settings change other settings in older versions, and the other rules describe the changed settings.
  befores: elsewhere,
  held: elsewhere,
  // Clients see neither middleware nor the old handler of `Shadow`.
  shadows: elsewhere,
  middleware: elsewhere,
};

/** Returns an object with the member `x-changes`, or `{}` if all changes are internal. */
export function changesInWords(changes: readonly Change[]): Partial<OpenAPIOperation> {
  const publicChanges = changes.filter(({ Internal }) => !Internal);
  if (publicChanges.length === 0) return {};
  return {
    "x-changes": publicChanges.map(({ Version, Description }) => ({
      version: Version,
      description: Description,
    })),
  };
}

const memberRules = Object.values(memberTable).filter((rule) => rule !== elsewhere);
