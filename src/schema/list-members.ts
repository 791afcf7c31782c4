import type { JSONSchema } from "../model/schema";
import { clauseMaker, takesKind, type Clauses } from "../json-schema/alternatives";
import { membersOf } from "../json-schema/members";

/** Whether a member may hold a list; `"unnamed"` where nothing is said of it. */
export type ListMember = "list" | "no list" | "unnamed";

/** Tells the members of a schema that may hold a list: by themselves, in some alternative, or as all members of a record. */
export function listMembersIn(json: JSONSchema): (name: string) => ListMember {
  const maker = clauseMaker(json);
  const { byName, byPattern, others } = membersOf(maker.of(json, false), maker);
  // Of values that it does not look into a schema tells nothing.
  if (byName.size + byPattern.length === 0 && others !== "closed" && saysNothing(others)) return () => "list";
  return (name) => {
    const verdict =
      byName.get(name) ?? byPattern.find(({ pattern }) => pattern.test(name))?.verdict ?? others;
    // Beside what it names, an open schema says nothing.
    if (verdict === "closed" || (!byName.has(name) && saysNothing(verdict))) return "unnamed";
    return verdict.some((clause) => takesKind(clause, "array")) ? "list" : "no list";
  };
}

function saysNothing(clauses: Clauses): boolean {
  return clauses.every((clause) => clause.length === 0);
}
