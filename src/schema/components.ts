import { componentKey } from "./component-key";
import type { JSONSchema, Side } from "./interface/schema";
import { freeName, groupedBy, once, onceEach, unionOf } from "../core/model/collections";
import type { Version } from "../core/model/version";
import { fingerprintOf, pathOfDifference } from "./json-schema/fingerprint";
import { isInShared, ownSchemasIn, sharedIn } from "./json-schema/shared";
import { ownNameOf, requiredNames, schemasIn } from "./json-schema/subschema";
import { lastStepOf, targetsOf } from "./json-schema/targets";
import { isInventedKey, zodVendor } from "./zod";

/** The JSON Schema of a declared schema's input or output, and the first place that uses the schema. */
export interface Source {
  readonly json: JSONSchema;
  readonly side: Side;
  readonly where: string;
  /** The schema's library: `zod` and others invent some keys of `$defs`. Undefined for plain JSON Schema. */
  readonly vendor: string | undefined;
  /** The versions whose documents contain the schema; `undefined` stands for an App without versions. */
  readonly versions: ReadonlySet<Version | undefined>;
}

interface ComponentVariant {
  readonly root: JSONSchema;
  readonly schema: JSONSchema;
  /**
   * A text that is equal for schemas which differ only in `additionalProperties: false`. For an input, also for schemas
   * which differ only in the required members that have a default: one place may fill them in, and another not.
   */
  readonly fingerprint: () => string;
  /** Like `fingerprint`, but different for schemas that require different members. */
  readonly exact: () => string;
  readonly where: string;
}

type ComponentVariants = Partial<Readonly<Record<Side, ComponentVariant>>>;

interface Components {
  readonly nameOf: (schema: JSONSchema) => string | undefined;
  readonly variants: ReadonlyMap<string, ComponentVariants>;
}

/** The schemas that become `components.schemas` of OpenAPI documents. */
export interface SharedSchemas {
  readonly componentsIn: (version?: Version) => Components;
  readonly conflicts: readonly Conflict[];
}

interface Conflict {
  readonly name: string;
  readonly where: string;
  readonly other: string;
  readonly place: string;
}

/**
 * Finds the components for each document, and conflicts of their names. Components are schemas with a `title`, `id` or
 * `$id`, and schemas in `$defs` to which a `$ref` leads. `versions` are all versions of the App, oldest first.
 */
export function sharedSchemasOf(sources: readonly Source[], versions: readonly Version[]): SharedSchemas {
  const carriers = carriersIn(sources);
  return {
    componentsIn: (version) =>
      version === undefined
        ? namedComponents(carriers, namesOfAll(carriers, versions))
        : namedComponents(
            carriers.filter((carrier) => carrier.versions.has(version)),
            ({ name }) => name,
          ),
    conflicts: conflictsOf(carriers),
  };
}

interface NameCarrier extends ComponentVariant, NamedSchema {
  readonly side: Side;
  readonly versions: ReadonlySet<Version | undefined>;
}

/** A component of the App is the same schema wherever it is, so it has one carrier for each side. */
function carriersIn(sources: readonly Source[]): readonly NameCarrier[] {
  const ofSide = onceEach((side: Side) => ({
    versionsOf: sharedVersions(sources, side),
    named: new Set<JSONSchema>(),
    unreadIn: unreadFinder(),
  }));
  return sources.flatMap((source) => {
    const { versionsOf, named, unreadIn } = ofSide(source.side);
    const carriersAmong = (schemas: readonly JSONSchema[], versions = source.versions): NameCarrier[] =>
      namedAmong(schemas, source)
        .filter(({ schema }) => !versionsOf.has(schema) || !named.has(schema))
        .map((one) => {
          named.add(one.schema);
          return carrierOf(one, { ...source, versions: versionsOf.get(one.schema) ?? versions });
        });
    const unread = unreadIn(sharedIn(source.json));
    return [
      ...carriersAmong(ownSchemasIn(source.json)),
      ...unread.flatMap((component) => carriersAmong(schemasIn(component), versionsOf.get(component))),
    ];
  });
}

/** Makes a function that returns the schemas in a list that no earlier list had. */
function unreadFinder(): (list: readonly JSONSchema[]) => readonly JSONSchema[] {
  const lists = new Set<readonly JSONSchema[]>();
  const read = new Set<JSONSchema>();
  return (list) => {
    if (lists.has(list)) return [];
    lists.add(list);
    const unread = list.filter((one) => !read.has(one));
    for (const one of unread) read.add(one);
    return unread;
  };
}

function carrierOf(named: NamedSchema, { json, side, where, versions }: Source): NameCarrier {
  const exact = once(() => fingerprints.all(json, named.schema));
  const fingerprint = side === "output" ? exact : once(() => fingerprints.unfilled(json, named.schema));
  return { ...named, root: json, fingerprint, exact, where, side, versions };
}

/** The versions whose documents contain a component of the App. */
function sharedVersions(sources: readonly Source[], side: Side): ReadonlyMap<JSONSchema, Source["versions"]> {
  // Many sources have one list in common.
  const byList = new Map<readonly JSONSchema[], Source["versions"]>();
  const found = new Map<JSONSchema, Source["versions"]>();
  for (const { json, side: of, versions } of sources) if (of === side) note(byList, sharedIn(json), versions);
  for (const [list, versions] of byList) for (const one of list) note(found, one, versions);
  return found;

  function note<Key>(to: Map<Key, Source["versions"]>, key: Key, versions: Source["versions"]): void {
    to.set(key, unionOf(to.get(key) ?? versions, versions));
  }
}

const fingerprints = { all: fingerprinter("all"), unfilled: fingerprinter("unfilled") };

/** Many schemas may refer to a component of the App, so its fingerprint is made once. */
function fingerprinter(required: "all" | "unfilled"): (root: JSONSchema, schema: JSONSchema) => string {
  const known = new WeakMap<JSONSchema, string>();
  return (root, schema) => {
    const made = known.get(schema);
    if (made !== undefined) return made;
    const fingerprint = shortened(fingerprintOf(root, schema, required));
    if (isInShared(schema)) known.set(schema, fingerprint);
    return fingerprint;
  };
}

/** Replaces a long text by a digest: the components of a large document may all lead to each other, in megabytes each. */
function shortened(text: string): string {
  if (text.length <= longestKept) return text;
  // Four multipliers make four independent hashes of 32 bits each. A loop over them would take five times as long.
  let [a, b, c, d] = [2_166_136_261, 40_503, 2_654_435_761, 1_013_904_223];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 16_777_619);
    b = Math.imul(b ^ code, 2_246_822_519);
    c = Math.imul(c ^ code, 3_266_489_917);
    d = Math.imul(d ^ code, 668_265_263);
  }
  return [text.length, a, b, c, d].join(" ");
}

const longestKept = 10_000;

/** Names the components. If different schemas have the same key of `$defs`, the second name gets a number. */
function namedComponents(
  carriers: readonly NameCarrier[],
  nameFor: (carrier: NameCarrier) => string,
): Components {
  const names = new Map<JSONSchema, string>();
  const variants = new Map<string, Partial<Record<Side, ComponentVariant>>>();
  const add = (name: string, carrier: NameCarrier): void => {
    names.set(carrier.schema, name);
    const known = variants.get(name);
    const alike = known?.[carrier.side];
    if (!alike || isShownBefore(carrier, alike)) variants.set(name, { ...known, [carrier.side]: carrier });
  };
  for (const carrier of carriers) if (!carrier.isLocal) add(nameFor(carrier), carrier);
  for (const carrier of carriers) {
    if (!carrier.isLocal) continue;
    const isOther = (name: string): boolean => {
      const known = variants.get(name)?.[carrier.side];
      return known !== undefined && !isAlike(known, carrier);
    };
    add(freeName(carrier.name, isOther), carrier);
  }
  return { nameOf: (schema) => names.get(schema), variants };
}

/**
 * True if documents show this schema of two that otherwise are equal: the one that closes fewer objects, and then the one
 * that requires more members, because a client that sends all of them is right everywhere.
 */
function isShownBefore(variant: ComponentVariant, other: ComponentVariant): boolean {
  const { schema } = variant;
  if (schema === other.schema) return false;
  const closings = closingsIn(schema) - closingsIn(other.schema);
  // In the document of all versions, the other schema may be that of another version.
  const isRequiredMore = (): boolean => requiredIn(schema) > requiredIn(other.schema);
  return closings < 0 || (closings === 0 && isAlike(variant, other) && isRequiredMore());
}

/** Compares the schemas first, because the texts of components that all lead to each other are long. */
function isAlike(one: ComponentVariant, other: ComponentVariant): boolean {
  return one.schema === other.schema || one.fingerprint() === other.fingerprint();
}

function requiredIn(schema: JSONSchema): number {
  const all = schemasIn(schema, { definitions: false });
  return all.reduce((sum, one) => sum + requiredNames(one).length, 0);
}

function closingsIn(schema: JSONSchema): number {
  const all = schemasIn(schema, { definitions: false });
  return all.filter(({ additionalProperties }) => additionalProperties === false).length;
}

/** Names components for the document of all versions: `Cat` is the newest schema, `Cat_1` the one from version 1. */
function namesOfAll(
  carriers: readonly NameCarrier[],
  versions: readonly Version[],
): (carrier: NameCarrier) => string {
  const newestFirst = [...versions.toReversed(), undefined];
  const taken = new Set(carriers.map(({ name }) => name));
  const byName = groupedBy(carriers, ({ name, isLocal }) => (isLocal ? [] : [name]));
  const names = new Map<NameCarrier, string>();
  for (const [name, all] of byName) {
    generationsOf(all, newestFirst).forEach(({ members, first }, age) => {
      // In an App without versions, `first` is undefined, and `freeName` appends a number to the name.
      const older = first === undefined ? name : `${name}_${componentKey(first)}`;
      const free = age === 0 ? name : freeName(older, (one) => taken.has(one));
      taken.add(free);
      for (const carrier of members) names.set(carrier, free);
    });
  }
  return (carrier) => names.get(carrier) ?? carrier.name;
}

interface Generation {
  readonly bySide: Map<Side, NameCarrier>;
  readonly members: Set<NameCarrier>;
  first: Version | undefined;
}

function generationsOf(
  carriers: readonly NameCarrier[],
  newestFirst: readonly (Version | undefined)[],
): readonly Generation[] {
  const generations: Generation[] = [];
  for (const version of newestFirst) {
    const here = carriers.filter(({ versions }) => versions.has(version));
    if (here.length === 0) continue;
    const isSame = ({ bySide }: Generation): boolean =>
      here.every((carrier) => isAlike(bySide.get(carrier.side) ?? carrier, carrier));
    let generation = generations.find(isSame);
    if (!generation) {
      generations.push((generation = { bySide: new Map(), members: new Set(), first: version }));
    }
    generation.first = version;
    for (const carrier of here) {
      generation.bySide.set(carrier.side, carrier);
      generation.members.add(carrier);
    }
  }
  return generations;
}

function conflictsOf(carriers: readonly NameCarrier[]): readonly Conflict[] {
  const global = carriers.filter(({ isLocal }) => !isLocal);
  const schemasOf = groupedBy(global, ({ side, name }) => [`${side} ${name}`]);
  const known = new Map<string, Map<string, NameCarrier>>();
  return global.flatMap((carrier) => {
    const { name, side, versions, where } = carrier;
    const key = `${side} ${name}`;
    if (schemasOf.get(key)?.every(({ schema }) => schema === carrier.schema)) return [];
    // Schemas with the same versions and fingerprint have the same conflicts, so the Map contains only one of them.
    const others = known.get(key) ?? new Map<string, NameCarrier>();
    known.set(key, others);
    const meets = (other: NameCarrier): boolean =>
      !isAlike(other, carrier) && [...versions].some((version) => other.versions.has(version));
    const other = [...others.values()].find(meets);
    if (!other) others.set(`${[...versions].join("\n")}\n${carrier.fingerprint()}`, carrier);
    return other
      ? [
          {
            name,
            where,
            other: other.where,
            place: pathOfDifference(other, carrier) || "a schema that they refer to",
          },
        ]
      : [];
  });
}

interface NamedSchema {
  readonly schema: JSONSchema;
  readonly name: string;
  /** True if the name is only a key of `$defs`: another JSON Schema may use the same key for another schema. */
  readonly isLocal: boolean;
}

/** A fast test of the schema's text: false if the schema certainly contains no components, like most schemas. */
export function mayHaveNames(json: JSONSchema): boolean {
  if (sharedIn(json).length > 0) return true;
  return /"(?:title|\$?id|\$ref|\$dynamicRef)":"|"discriminator":/.test(JSON.stringify(json));
}

function namedAmong(
  schemas: readonly JSONSchema[],
  { json: root, vendor }: Pick<Source, "json" | "vendor">,
): readonly NamedSchema[] {
  const named = new Map<JSONSchema, NamedSchema>();
  const add = (schema: JSONSchema, name: string, isLocal: boolean): void => {
    if (!named.has(schema)) named.set(schema, { schema, name: componentKey(name), isLocal });
  };
  for (const schema of schemas) {
    const own = ownNameOf(schema);
    if (own !== undefined) add(schema, own, false);
    for (const { reference, target } of targetsOf(root, schema)) {
      const name = ownNameOf(target);
      const isLocal = name === undefined && !(vendor !== undefined && isGivenKey(reference, vendor));
      add(target, name ?? lastStepOf(reference), isLocal);
    }
  }
  return [...named.values()];
}

/** True if an author, not a library, chose a key of `$defs`: libraries invent `_1`, `intersection7` or `0`. */
function isGivenKey(reference: string, vendor: string): boolean {
  const [, key] = /^#\/\$defs\/([^/]+)$/.exec(reference) ?? [];
  if (key === undefined) return false;
  return !(vendor === zodVendor ? isInventedKey(key) : /^(?:_|[a-z]*\d+$)/.test(key));
}
