import { withoutCarry } from "../model/carried";
import type { ContextValues } from "../model/context";
import { Nothing, type Convert, type History, type LinkSchema } from "../model/history";
import { takeRejection, describe } from "../model/value";
import type { ClosedMembers, Schema } from "../model/schema";
import type { OpenedValue, Opening } from "../model/serving";
import type { VersionPoint } from "../model/version";
import { linkAt, shownBy, newestOf } from "./at-version";
import { compileClosedMembers, compileConvertedMembers } from "../schema/closed-members";
import { openingAlone, openingFor } from "./carried-places";
import { downsTo } from "./convert";
import { outputSchemaOf } from "../schema/reader";
import { draftCopy, plainCopy } from "../schema/plain-copy";
import { choiceIn, choosingClosed } from "../schema/choice";

/** Converts a value of a history's newest schema to a version's form; see `DefinedVersions.Show`. */
export function showing(history: History, at: VersionPoint): ShowFunction {
  const shown = shownBy(linkAt(history, at));
  if (shown === Nothing) return () => undefined;
  const convert = conversionFor(history, at);
  if (!convert) return unconverted(history, (newest) => onlyJSON(copying(newest, compileClosedMembers)));
  const show = onlyJSON(copying(shown, compileConvertedMembers));
  return (value, contexts) => show(convert(value, contexts));
}

/** @throws TypeError if JSON cannot represent the value. */
function onlyJSON(copy: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => {
    const json = copy(value);
    if (json === undefined) throw notJSON(value);
    return json;
  };
}

/**
 * Serializes a value of a history's newest schema to a version's JSON text; empty if the version gets no body.
 *
 * @throws TypeError if JSON cannot represent the value.
 */
export function writing(history: History, at: VersionPoint): ShowFunction<string> {
  const shown = shownBy(linkAt(history, at));
  if (shown === Nothing) return () => "";
  const convert = conversionFor(history, at);
  if (!convert) return unconverted(history, (newest) => serializer(newest, compileClosedMembers));
  const write = serializer(shown, compileConvertedMembers);
  return (value, contexts) => write(convert(value, contexts));
}

type ShowFunction<Shown = unknown> = (value: unknown, contexts: ContextValues) => Shown;

/** Converts a value down; undefined if there is nothing to convert. */
function conversionFor(history: History, at: VersionPoint): ShowFunction | undefined {
  const convertDown = downsTo(history, at);
  if (!convertDown) return undefined;
  // Members are removed before JSON is made: JSON may not be able to represent them.
  const copy = copying(newestOf(history), compileConvertedMembers, draftCopy);
  const open = openingFor(history, at);
  if (!open) return (value, contexts) => convertDown(copy(value), contexts);
  return (given, contexts) => {
    const { value, carried } = openedNow(open, given);
    return convertDown(copy(value), contexts, carried);
  };
}

/** Shows a value to the version that has the newest schema. */
function unconverted<Shown>(
  history: History,
  showing: (newest: Schema) => (value: unknown) => Shown,
): ShowFunction<Shown> {
  // A newest schema that is Nothing has a conversion for every version.
  const show = showing(newestOf(history) as Schema);
  const open = openingAlone(history);
  return open ? (value) => show(openedNow(open, value).value) : show;
}

/** @throws TypeError if a carried value is a promise. */
function openedNow(open: Opening["open"], value: unknown): OpenedValue {
  const opened = open(value);
  if (!takeRejection(opened)) return opened as OpenedValue;
  throw new TypeError("the carried value must not be a promise in V.Show: await it first");
}

/** Copies a value as JSON without the members that a schema closes out. */
function copying(
  schema: LinkSchema,
  compile: typeof compileClosedMembers,
  copyOpen = plainCopy,
): (value: unknown) => unknown {
  if (schema === Nothing) return () => undefined;
  const closed = closedMembersOf(schema, compile);
  const copy = closed ? (value: unknown) => closed.copy(value) : copyOpen;
  return (value) => withoutCarry(() => copy(value));
}

/** Serializes a value without the members that a schema closes out. */
function serializer(schema: Schema, compile: typeof compileClosedMembers): (value: unknown) => string {
  const closed = closedMembersOf(schema, compile);
  return (value) => {
    const text = withoutCarry(() => (closed ? closed.write(value) : JSON.stringify(value)));
    if (text === undefined) throw notJSON(value);
    return text;
  };
}

function notJSON(value: unknown): TypeError {
  return new TypeError(`the value must be one that JSON can represent, got ${describe(value)}`);
}

/** A conversion that removes the members that a schema closes out, like those of a response. */
export function closing(schema: Schema, compile: typeof compileClosedMembers): Convert {
  const closed = closedMembersOf(schema, compile);
  return (json) => (closed && json !== undefined ? closed.strip(json) : json);
}

function closedMembersOf(schema: Schema, compile: typeof compileClosedMembers): ClosedMembers | undefined {
  const choice = choiceIn(schema);
  if (choice) return choosingClosed(choice, (one) => closedMembersOf(one, compile));
  const output = outputSchemaOf(schema);
  return output && compile(output);
}
