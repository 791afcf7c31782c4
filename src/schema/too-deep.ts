import { messageOf } from "../core/model/value";

/** Schemas of this depth never overflow the stack, however they nest: a test tries each way. */
const certainDepth = 100;

const tooDeep = `its schemas lie too deep within each other: ${certainDepth} levels always work, references included`;

/** The reason why a schema cannot be used. Without words of its own, a stack overflow would name neither cause nor remedy. */
export function schemaFailureOf(error: unknown): string {
  const isOverflow = error instanceof RangeError && /call stack|recursion/i.test(error.message);
  return isOverflow ? tooDeep : messageOf(error);
}

/** True for the reason that no part of a schema causes by itself. */
export function isTooDeep(failure: string): boolean {
  return failure === tooDeep;
}
