import { once, onceEach } from "../core/model/collections";
import type { AjvFactory, Side } from "../core/model/schema";
import { bundleOf, type Bundle } from "./json-schema/bundle";
import { type FindSchema, sharedComponents, withComponents } from "./json-schema/component-references";
import { inNewestDraft } from "./json-schema/drafts";
import { withFilledMembers } from "./json-schema/filled-members";
import { ruleOf } from "./json-schema/keywords";
import { schemasIn } from "./json-schema/subschema";
import { plainSchemasBy, type PlainSchemas } from "./ajv";
import type { AppComponents } from "./app-components";
import { type PlainReader, setPlainReader } from "./plain-at-hand";
import { ajvUseOf } from "./own-ajv";
import { remembered } from "./reader";
import { describeSchema, type DescribedSchema } from "./standard";

// Whatever reads schemas for an App imports this file, so that histories of the same process read them alike.
setPlainReader({ readerBy: plainReader, advice: "npm install ajv" });

/** The reader with the application's ajv (`AppOptions.Ajv`), or else the installed ajv, and with an App's components. */
export function plainReader(factory: AjvFactory | undefined, components: AppComponents): PlainReader {
  const plain = once(() => plainSchemasBy(factory, components));
  const bundle = bundlesBy(plain, components);
  return {
    describe: (schema, side) => describedPlain(bundle(schema, side), side),
    compile: (schema, use) => plain().compile(schema, use),
    missingReferences: (schema, side) => {
      const bundled = bundle(schema, side);
      return "missing" in bundled ? bundled.missing : [];
    },
    unknownKeywords: (schema, use) =>
      unspecifiedKeywords(schema).filter((word) => !plain().hasKeyword(word, ajvUseOf(use))),
  };
}

function describedPlain(bundled: ReturnType<ReturnType<typeof bundlesBy>>, side: Side): DescribedSchema {
  if (!("json" in bundled)) return bundled;
  return { json: side === "input" ? withFilledMembers(bundled.json) : bundled.json };
}

function bundlesBy(
  plain: () => PlainSchemas,
  components: AppComponents,
): (schema: object, side: Side) => Bundle | { readonly failure: string } {
  const shared = onceEach(sharedComponents(components));
  return remembered((schema, side: Side): Bundle | { readonly failure: string } => {
    const described = describeSchema(schema, side);
    if (!("json" in described)) return described;
    const findInAjv = once(() => plain().finder(side === "input" ? "body" : "response"));
    const find: FindSchema = (reference) => {
      const found = findInAjv()?.(reference);
      return found && inNewestDraft(found);
    };
    const bundled = bundleOf(withComponents(inNewestDraft(described.json), find, shared), find);
    // An ajv without `getSchema` cannot tell which schemas it has, so no schema counts as missing.
    return bundled.missing.length > 0 && !findInAjv() ? { ...bundled, missing: [] } : bundled;
  });
}

function unspecifiedKeywords(schema: object): readonly string[] {
  const described = describeSchema(schema, "input");
  const all = "json" in described ? schemasIn(withComponents(described.json)) : [];
  const words = new Set(all.flatMap((one) => Object.keys(one)));
  return [...words].filter((word) => ruleOf(word) === undefined && !word.startsWith("x-"));
}
