import type { JSONSchema } from "../../schema/interface/schema";
import { isObject } from "../../core/model/value";
import { ruleOf } from "../../schema/json-schema/keywords";
import { isSchema, type Subschema } from "../../schema/json-schema/subschema";
import type { FollowReference } from "../../schema/json-schema/targets";
import type { Pair } from "./difference";
import { keywordText } from "./keyword-sets";

/** True if two lists of schemas, and everything to which they refer, differ at most in the names of components. */
export function isSameSchemas(lists: Pair<readonly Subschema[]>, follow: Pair<FollowReference>): boolean {
  const open: Pair<unknown>[] = [lists];
  const seen = new Map<unknown, Set<unknown>>();
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const { was, is } = pair;
    if (!isObject(was) || !isObject(is)) {
      if (was !== is) return false;
      continue;
    }
    if (Array.isArray(was) && Array.isArray(is)) {
      if (was.length !== is.length) return false;
      was.forEach((item: unknown, i) => open.push({ was: item, is: is[i] }));
      continue;
    }
    if (Array.isArray(was) || Array.isArray(is)) return false;
    const known = seen.get(was) ?? new Set();
    if (known.has(is)) continue;
    seen.set(was, known.add(is));
    // The cast is safe: neither value is a list, so both are objects.
    const pairs = keywordPairs(was as JSONSchema, is as JSONSchema, follow);
    if (!pairs) return false;
    for (const inner of pairs) open.push(inner);
  }
  return true;
}

/** Pairs the inner schemas of two schemas, such as their `items`; undefined if others, such as `type`, differ. */
function keywordPairs(
  was: JSONSchema,
  is: JSONSchema,
  follow: Pair<FollowReference>,
): readonly Pair<unknown>[] | undefined {
  const pairs: Pair<unknown>[] = [];
  for (const keyword of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const rule = ruleOf(keyword);
    if (rule?.role === "name" || rule?.role === "words") continue;
    const [own, other] = [was[keyword], is[keyword]];
    if (rule?.role === "lead" && typeof own === "string" && typeof other === "string") {
      pairs.push({ was: follow.was(was, own), is: follow.is(is, other) });
    } else if (rule?.holds === "map" && isSchema(own) && isSchema(other)) {
      for (const name of new Set([...Object.keys(own), ...Object.keys(other)])) {
        if (!Object.hasOwn(own, name) || !Object.hasOwn(other, name)) return undefined;
        pairs.push({ was: own[name], is: other[name] });
      }
    } else if (isObject(own) && isObject(other) && (rule?.holds === "schema" || rule?.holds === "list")) {
      pairs.push({ was: own, is: other });
    } else if (keywordText(keyword, own) !== keywordText(keyword, other)) {
      return undefined;
    }
  }
  return pairs;
}
