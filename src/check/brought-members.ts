import { fingerprintOf } from "../json-schema/fingerprint";
import { isSchema } from "../json-schema/subschema";
import { targetOf } from "../json-schema/targets";
import type { Change } from "../model/change";
import { Nothing, type History, type Link } from "../model/history";
import type { JSONSchema, Side } from "../model/schema";
import { libraryMembersOf } from "../schema/member-schemas";
import { type Schemas } from "../schema/schemas";
import { remembered } from "../schema/reader";
import type { Use } from "../schema/uses";

/** The newest schema of a history, as clients send or see it in a body. */
export interface NewestSchema {
  readonly schema: object;
  readonly side: Side;
  readonly history: History;
}

/** The newest schemas of all bodies and answers, and of the values with a history within them. */
export function newestSchemas(uses: readonly Use[]): readonly NewestSchema[] {
  return (["input", "output"] as const).flatMap((side) => {
    const ofSide = uses.filter((use) => use.history && use.side === side && bodies.has(use.place));
    return allHistories(ofSide).flatMap((history) => {
      const [schema, ...older] = history.links.flatMap(shownSchema);
      return schema && older.length > 0 ? [{ schema, side, history }] : [];
    });
  });
}

/** Members of queries and headers are often the same constants in many routes, such as `limit` and `cursor`. */
const bodies: ReadonlySet<Use["place"]> = new Set(["body", "response", "webhook", "webhook answer"]);

/** The histories of schemas, and of the values within them, each once. */
export function allHistories(uses: readonly Use[]): readonly History[] {
  const histories = new Set(uses.flatMap(({ history }) => history ?? []));
  // Iterating a Set includes members added during the iteration.
  for (const { within } of histories) for (const { history } of within) histories.add(history);
  return [...histories];
}

/** The schema of a link that clients see; none if there is no value. */
function shownSchema({ schema, face }: Link): readonly object[] {
  const shown = face?.schema ?? schema;
  return shown === Nothing ? [] : [shown];
}

/** The descriptions of an object schema's members, as texts that can be compared. */
export type MemberTexts = ReadonlyMap<string, unknown>;

/** The members of a newest schema that changes brought: the schemas before have no such member, or describe it otherwise. */
export function broughtMembers(
  { schema: newest, side, history }: NewestSchema,
  textsOf: MemberTextsOf,
): ReadonlyMap<string, Change> {
  const members = textsOf(newest, side) ?? new Map<string, unknown>();
  const older = history.links.slice(1).flatMap((link) => {
    const [texts] = shownSchema(link).map((schema) => textsOf(schema, side));
    // An envelope tells nothing of the members within it.
    return texts && [...members.keys()].some((name) => texts.has(name)) ? [{ texts, link }] : [];
  });
  const brought = [...members].flatMap(([name, text]) => {
    const isIn = older.map(({ texts }) => texts.has(name) && isSameText(text, texts.get(name)));
    const first = isIn.indexOf(false);
    const change = older[first]?.link.change;
    // A member that came back is not new to the oldest clients.
    return change && !isIn.includes(true, first) ? [[name, change] as const] : [];
  });
  return new Map(brought);
}

/** Without JSON Schema a member is taken to be the one of the same name. */
function isSameText(one: unknown, other: unknown): boolean {
  return typeof one !== "string" || typeof other !== "string" || one === other;
}

/** Reads the members of a schema's side; undefined if it has none that are known. */
type MemberTextsOf = (schema: object, side: Side) => MemberTexts | undefined;

export function memberTexts(describe: Schemas["describe"]): MemberTextsOf {
  return remembered((schema, side) => {
    const description = describe(schema, side);
    if (!("json" in description)) return libraryMembersOf(schema);
    return memberTextsIn(description.json, targetOf(description.json));
  });
}

/** The members of a described schema, which is the whole or a part of it. */
export function memberTextsIn(whole: JSONSchema, { properties }: JSONSchema): MemberTexts {
  const texts = Object.entries(isSchema(properties) ? properties : {}).map(
    ([name, member]) =>
      [name, isSchema(member) ? fingerprintOf(whole, member) : JSON.stringify(member)] as const,
  );
  return new Map(texts);
}
