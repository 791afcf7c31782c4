import type { Issue, Part, Validate } from "../model/schema";
import { isObject } from "../model/value";

/** A part that its schema refused. */
interface RefusedPart {
  readonly part: Part;
  readonly value: unknown;
  readonly validate: Validate;
  readonly issues: readonly Issue[];
}

/**
 * Finds a member of a query, or of another part that clients send as text, that its schema takes as a number or
 * boolean, but not as its text: `z.object({ page: z.number() })` refuses every client's `?page=1`.
 *
 * The schema itself is asked: the JSON Schema of `z.coerce.number()` is that of `z.number()`. Of a refused request one
 * member is judged once more, so that a client's members multiply no work.
 */
export async function misreadMember({
  part,
  value,
  validate,
  issues,
}: RefusedPart): Promise<string | undefined> {
  if (part === "body" || !isObject(value)) return undefined;
  const refused = new Set(issues.map(({ path }) => path[0]));
  for (const [name, text] of Object.entries(value)) {
    const meant = refused.has(name) ? meantBy(text) : undefined;
    if (meant === undefined) continue;
    const verdict = await validate({ ...value, [name]: meant });
    return "value" in verdict || !verdict.issues.some(({ path }) => path[0] === name) ? name : undefined;
  }
  return undefined;
}

/** The number or boolean that a string represents; undefined for other strings. */
function meantBy(text: unknown): number | boolean | undefined {
  if (text === "true" || text === "false") return text === "true";
  return typeof text === "string" && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}
