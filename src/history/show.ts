import { Nothing, type Convert, type History, type LinkSchema } from "../model/history";
import type { ClosedMembers, Schema } from "../model/schema";
import { describe } from "../model/value";
import type { VersionPoint } from "../model/version-order";
import { linkAt, shownBy } from "./at-version";
import { compileClosedMembers, compileTurnedMembers } from "../schema/closed-members";
import { downsTo } from "./convert";
import { describeSchema } from "../schema/json";
import { jsonCopy } from "../schema/json-copy";
import { plainCopy } from "../schema/plain-copy";
import { choiceIn, choosingClosed } from "../schema/one-of";
import { newestOf } from "./link";

/** Shows a value of a history's newest schema as a version is sent it; see `DefinedVersions.Show`. */
export function showing(history: History, at: VersionPoint): Convert {
  const shown = shownBy(linkAt(history, at));
  if (shown === Nothing) return () => undefined;
  const turnDown = downsTo(history, at);
  if (!turnDown) {
    const close = closing(newestOf(history), compileClosedMembers);
    return (value) => jsonCopy(close(value));
  }
  const closeSpoken = closing(newestOf(history), compileTurnedMembers);
  const closeShown = closing(shown, compileTurnedMembers);
  // Members are left out before JSON is made: JSON may not be able to hold them.
  return (value) => closeShown(turnDown(jsonCopy(closeSpoken(value))));
}

/**
 * Writes a value of a history's newest schema as the JSON text that a version is sent; empty where it is sent nothing.
 *
 * @throws TypeError where JSON cannot hold the value.
 */
export function writing(history: History, at: VersionPoint): (value: unknown) => string {
  const shown = shownBy(linkAt(history, at));
  if (shown === Nothing) return () => "";
  const turnDown = downsTo(history, at);
  if (!turnDown) return textOf(newestOf(history), compileClosedMembers);
  const closeSpoken = closing(newestOf(history), compileTurnedMembers);
  const write = textOf(shown, compileTurnedMembers);
  return (value) => write(turnDown(plainCopy(closeSpoken(value))));
}

/** Writes JSON without the members that a schema closes out. */
function textOf(schema: LinkSchema, compile: typeof compileClosedMembers): (value: unknown) => string {
  const closed = schema === Nothing ? undefined : closedMembersOf(schema, compile);
  return (value) => {
    const text = closed ? closed.write(value) : JSON.stringify(value);
    if (text === undefined) throw new TypeError(`JSON cannot hold ${describe(value)}`);
    return text;
  };
}

/** A conversion that leaves out the members that a schema closes out, as a response leaves them out. */
export function closing(schema: LinkSchema, compile: typeof compileClosedMembers): Convert {
  if (schema === Nothing) return () => undefined;
  const closed = closedMembersOf(schema, compile);
  return (json) => (closed && json !== undefined ? closed.strip(json) : json);
}

function closedMembersOf(schema: Schema, compile: typeof compileClosedMembers): ClosedMembers | undefined {
  const choice = choiceIn(schema);
  if (choice) return choosingClosed(choice, (one) => closedMembersOf(one, compile));
  const description = describeSchema(schema, "output");
  return "json" in description ? compile(description.json) : undefined;
}
