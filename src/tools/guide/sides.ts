import { isSameJSON } from "../../schema/interface/json-value";
import { isObject, isPlainObject } from "../../core/model/value";

/** Sorts the members of a value in the order of `model`. */
export function inOrderOf(value: unknown, model: unknown): unknown {
  if (Array.isArray(value)) {
    const models: readonly unknown[] = Array.isArray(model) ? model : [];
    return value.map((item, i) => inOrderOf(item, models[i] ?? models[0]));
  }
  if (!isMembers(value) || !isMembers(model)) return value;
  const added = Object.keys(value).filter((name) => !Object.hasOwn(model, name));
  // An added member is probably a removed member with a new name, so it takes the position of the removed member.
  const shared = Object.keys(model).flatMap((name) =>
    Object.hasOwn(value, name) ? name : added.splice(0, 1),
  );
  return Object.fromEntries([...shared, ...added].map((name) => [name, inOrderOf(value[name], model[name])]));
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && isPlainObject(value);
}

/** A part that is equal in both versions is shown in full only if its JSON has at most this many characters. */
const shortLength = 40;

/** The maximum number of consecutive equal members that the guide shows. */
const mostEqual = 3;

/** Writes JSON with an indent of two spaces, and with `...` for long parts that are equal in `other`. */
export function shortened(value: unknown, other: unknown, indent = ""): string {
  const inner = `${indent}  `;
  if (Array.isArray(value) && Array.isArray(other) && value.length > 0) {
    const lines = value.map((item: unknown, i) => entryText("", [item, other[i]], inner));
    return `[\n${grouped(lines, inner)}\n${indent}]`;
  }
  if (isMembers(value) && isMembers(other) && Object.keys(value).length > 0) {
    const lines = Object.entries(value).map(([name, member]) => {
      const pair = [member, Object.hasOwn(other, name) ? other[name] : undefined] as const;
      return entryText(`${JSON.stringify(name)}: `, pair, inner);
    });
    return `{\n${grouped(lines, inner)}\n${indent}}`;
  }
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}

interface Entry {
  readonly text: string;
  readonly isEqual: boolean;
}

function entryText(label: string, [value, other]: readonly [unknown, unknown], indent: string): Entry {
  if (!isSameJSON(value, other)) return { text: label + shortened(value, other, indent), isEqual: false };
  const text = JSON.stringify(value);
  const isLong = text.length > shortLength || (isObject(value) && Object.keys(value).length > 1);
  return { text: label + (isLong ? "..." : text), isEqual: true };
}

function grouped(entries: readonly Entry[], indent: string): string {
  const texts: string[] = [];
  for (let i = 0; i < entries.length;) {
    const end = entries.findIndex(({ isEqual }, at) => at >= i && !isEqual);
    const run = entries.slice(i, end === -1 ? entries.length : end);
    if (run.length > mostEqual) texts.push("...");
    else texts.push(...run.map(({ text }) => text));
    i += run.length;
    const changed = entries[i];
    if (changed) texts.push(changed.text);
    i += 1;
  }
  return texts.map((text) => indent + text).join(",\n");
}
