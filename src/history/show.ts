import { Nothing, type Convert, type History, type LinkSchema } from "../model/history";
import type { VersionPoint } from "../model/version-order";
import { linkAt, shownBy } from "./at-version";
import { compileClosedMembers, compileTurnedMembers } from "../schema/closed-members";
import { downsTo } from "./convert";
import { describeSchema } from "../schema/json";
import { jsonCopy } from "../schema/json-copy";
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
  const show = showing(history, at);
  return (value) => JSON.stringify(show(value));
}

/** A conversion that leaves out the members that a schema closes out, as a response leaves them out. */
export function closing(schema: LinkSchema, compile: typeof compileClosedMembers): Convert {
  if (schema === Nothing) return () => undefined;
  const description = describeSchema(schema, "output");
  const closed = "json" in description ? compile(description.json) : undefined;
  return (json) => (closed && json !== undefined ? closed.strip(json) : json);
}
