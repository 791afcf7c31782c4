import type { ContextValues } from "../model/context";
import { Nothing, type Convert, type History, type LinkSchema } from "../model/history";
import { takeRejection } from "../model/rejections";
import type { ClosedMembers, Schema } from "../model/schema";
import type { OpenedValue, Opening } from "../model/serving";
import { describe } from "../model/value";
import type { VersionPoint } from "../model/version-order";
import { linkAt, shownBy } from "./at-version";
import { compileClosedMembers, compileTurnedMembers } from "../schema/closed-members";
import { openingAlone, openingFor } from "./carried-places";
import { downsTo } from "./convert";
import { describeSchema } from "../schema/json";
import { jsonCopy } from "../schema/json-copy";
import { plainCopy } from "../schema/plain-copy";
import { choiceIn, choosingClosed } from "../schema/one-of";
import { newestOf } from "./link";

/** Shows a value of a history's newest schema as a version is sent it; see `DefinedVersions.Show`. */
export function showing(
  history: History,
  at: VersionPoint,
): (value: unknown, contexts: ContextValues) => unknown {
  const shown = shownBy(linkAt(history, at));
  if (shown === Nothing) return () => undefined;
  const turnDown = downsTo(history, at);
  if (!turnDown) {
    const close = closing(newestOf(history), compileClosedMembers);
    const open = openingAlone(history);
    return (value) => jsonCopy(close(open ? openedNow(open, value).value : value));
  }
  const closeSpoken = closing(newestOf(history), compileTurnedMembers);
  const closeShown = closing(shown, compileTurnedMembers);
  // Members are left out before JSON is made: JSON may not be able to hold them.
  const open = openingFor(history, at);
  return (given, contexts) => {
    const { value, carried } = open ? openedNow(open, given) : { value: given, carried: undefined };
    return closeShown(turnDown(jsonCopy(closeSpoken(value)), contexts, carried));
  };
}

/** @throws TypeError where what a value carries has to be waited for. */
function openedNow(open: Opening["open"], value: unknown): OpenedValue {
  const opened = open(value);
  if (!takeRejection(opened)) return opened as OpenedValue;
  throw new TypeError("the carried value must not be a promise in V.Show: await it first");
}

/**
 * Writes a value of a history's newest schema as the JSON text that a version is sent; empty where it is sent nothing.
 *
 * @throws TypeError where JSON cannot hold the value.
 */
export function writing(
  history: History,
  at: VersionPoint,
): (value: unknown, contexts: ContextValues) => string {
  const shown = shownBy(linkAt(history, at));
  if (shown === Nothing) return () => "";
  const turnDown = downsTo(history, at);
  if (!turnDown) {
    const write = textOf(newestOf(history), compileClosedMembers);
    const open = openingAlone(history);
    return (value) => write(open ? openedNow(open, value).value : value);
  }
  const closeSpoken = closing(newestOf(history), compileTurnedMembers);
  const write = textOf(shown, compileTurnedMembers);
  const open = openingFor(history, at);
  return (given, contexts) => {
    const { value, carried } = open ? openedNow(open, given) : { value: given, carried: undefined };
    return write(turnDown(plainCopy(closeSpoken(value)), contexts, carried));
  };
}

/** Writes JSON without the members that a schema closes out. */
function textOf(schema: LinkSchema, compile: typeof compileClosedMembers): (value: unknown) => string {
  const closed = schema === Nothing ? undefined : closedMembersOf(schema, compile);
  return (value) => {
    const text = closed ? closed.write(value) : JSON.stringify(value);
    if (text === undefined)
      throw new TypeError(`the value must be one that JSON can represent, got ${describe(value)}`);
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
