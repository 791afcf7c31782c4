import type { JSONSchema } from "../model/schema";
import { clauseMaker, takesKind, type Clauses } from "../json-schema/alternatives";
import { membersOf } from "../json-schema/members";

/** Tells if a member may have a list; `"unnamed"` if the schema does not mention it. */
export type ListMember = "list" | "no list" | "unnamed";

/** Finds the members of a schema that may have a list: by themselves, in some alternative, or as members of a record. */
export function listMembersIn(json: JSONSchema): (name: string) => ListMember {
  const maker = clauseMaker(json);
  const { byName, byPattern, others } = membersOf(maker.of(json, false), maker);
  // Without members of its own the schema says nothing about any.
  if (byName.size + byPattern.length === 0 && others !== "closed" && saysNothing(others)) return () => "list";
  return (name) => {
    const verdict =
      byName.get(name) ?? byPattern.find(({ pattern }) => pattern.test(name))?.verdict ?? others;
    // An open schema says nothing about members that it does not name.
    if (verdict === "closed" || (!byName.has(name) && saysNothing(verdict))) return "unnamed";
    return verdict.some((clause) => takesKind(clause, "array")) ? "list" : "no list";
  };
}

function saysNothing(clauses: Clauses): boolean {
  return clauses.every((clause) => clause.length === 0);
}
