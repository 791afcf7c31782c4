import { historyOf } from "../../schema/interface/histories";
import { optionOf } from "../../schema/interface/use";
import type { Checkable } from "../check/checkable";
import { problem } from "../check/problems";
import type { AppOptions } from "../model/app-options";
import { isOwn } from "../model/copies";
import type { ControllerDeclaration, Inclusion, MethodNote, RouterDeclaration } from "../model/declaration";
import { errorSchemaIn } from "../model/error-format";
import type { Problem } from "../model/problem";
import type { EarlierSetting } from "../model/setting";
import type { Versioning } from "../model/versioning";
import { wingAtHand, wingOf, type Wing } from "../model/wing";
import { newestOnly, type OlderForms } from "./older-forms";
import { withoutSchemas, type SchemaReading } from "./schema-reading";
import { membersOf, type AppWing } from "./wing";

/** The wings of one App, joined. */
export interface AppWings extends Pick<AppWing, "rules" | "warnings" | "wraps" | "security"> {
  readonly reading: SchemaReading;
  readonly older: OlderForms;
}

/** Joins the wings that the declarations and the options of an App bring. Each wing counts once. */
export function wingsOf(
  tree: RouterDeclaration,
  options: AppOptions,
  { schemes }: Pick<Versioning, "schemes">,
): AppWings {
  const errors = errorSchemaIn(options);
  const brought = [
    ...wingsIn(tree),
    ...schemes.map(({ wing }) => wing),
    wingOf(options.Versioning?.Versions),
    wingOf(errors),
    errors && wingAtHand("schemas"),
  ];
  const wings = withNeeds(byName(brought.filter((wing) => wing !== undefined)).map(membersOf));
  const older = wings.find((wing) => wing.older)?.older;
  const reading = wings.find((wing) => wing.reading)?.reading;
  return {
    rules: [
      ...wings.flatMap(({ rules }) => rules),
      ...(older ? [] : [checkServedHistories]),
      ...(errors && !reading ? [checkReadErrors] : []),
    ],
    warnings: wings.flatMap(({ warnings }) => warnings),
    wraps: wings.flatMap(({ wraps }) => wraps),
    security: wings.flatMap(({ security }) => security),
    reading: reading ?? withoutSchemas,
    older: older ?? newestOnly,
  };
}

/** Lists the wings, each after those that it needs. */
function withNeeds(wings: readonly AppWing[]): readonly AppWing[] {
  const all = wings.flatMap((wing) => [...withNeeds(wing.needs), wing]);
  return [...new Map(all.map((wing) => [wing.name, wing])).values()];
}

/** Several copies of the package may each bring a wing of the same name. That of this copy is preferred. */
function byName(brought: readonly Wing[]): readonly Wing[] {
  const wings = new Map<string, Wing>();
  for (const wing of brought) if (!wings.has(wing.name) || isOwn(wing)) wings.set(wing.name, wing);
  return [...wings.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function wingsIn(tree: RouterDeclaration): ReadonlySet<Wing> {
  const found = new Set<Wing>();
  addRouter(found, tree);
  return found;
}

function addRouter(found: Set<Wing>, { settings, children }: RouterDeclaration): void {
  addAll(found, settings);
  for (const child of children) {
    addAll(found, child.settings);
    if (child.kind === "inclusion") addIncluded(found, child.what);
  }
}

function addIncluded(found: Set<Wing>, what: Inclusion["what"]): void {
  if (what.kind === "router") addRouter(found, what);
  else if (what.kind === "controller") addController(found, what);
  else if (what.kind === "webhook") {
    found.add(what.wing);
    addAll(found, what.settings);
  }
}

function addController(found: Set<Wing>, { classes }: ControllerDeclaration): void {
  for (const { settings, methods } of classes) {
    addAll(found, settings);
    for (const notes of methods.values()) addAll(found, notes);
  }
}

function addAll(found: Set<Wing>, written: readonly (EarlierSetting | MethodNote)[]): void {
  for (const setting of written) {
    if (setting.kind === "verb") addAll(found, setting.settings);
    if (setting.kind !== "option") continue;
    const { option, given, inner } = setting;
    for (const wing of [option.ofApp?.wing, ...given.map(wingOf)]) if (wing) found.add(wing);
    addAll(found, inner);
  }
}

/**
 * Reports the histories of an App to which nothing brings their conversions. A bundler leaves these out if the program
 * imports all that makes its histories from the entry for front ends.
 */
export function checkServedHistories({ schemas: { uses, errors } }: Checkable): readonly Problem[] {
  return [
    ...uses.flatMap((use) =>
      use.history ? [problem("history-not-converted", use.route.where, optionOf(use))] : [],
    ),
    ...(historyOf(errors.declared) ? [problem("history-not-converted", "AppOptions", "Errors.Schema")] : []),
  ];
}

/** Reports an `Errors.Schema` that nothing reads, because a bundler has left out the code that reads schemas. */
export function checkReadErrors({ schemas: { errors } }: Checkable): readonly Problem[] {
  return historyOf(errors.declared) ? [] : [problem("schema-not-read", "AppOptions", "Errors.Schema")];
}
