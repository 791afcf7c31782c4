import { createRequire } from "node:module";
import { join } from "node:path";
import type * as ClosedMembers from "../src/schema/closed-members";
import { inTurn, turnHead } from "./in-turn";
import { table } from "./table";

/** Texts of values whose schemas close members out, against `JSON.stringify` of the same values. */
export async function printLeavingOut(built: string): Promise<void> {
  const load = createRequire(__filename);
  const { compileClosedMembers } = load(join(built, "schema/closed-members.js")) as typeof ClosedMembers;
  const rows: (readonly string[])[] = [];
  const thing = (n: number): Record<string, unknown> => ({
    id: `thing-${n}`,
    name: `Tom Sawyer ${n}`,
    age: n,
    score: n * 1.5,
    active: n % 2 === 0,
    email: `tom${n}@example.com`,
    note: null,
    createdAt: "2026-11-21T10:00:00.000Z",
  });
  const closed = (example: object, properties: object = {}): Record<string, unknown> => ({
    type: "object",
    properties: { ...Object.fromEntries(Object.keys(example).map((name) => [name, {}])), ...properties },
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const one = closed(thing(0));
  const kinds = ["cat", "dog", "fish", "bird"];
  const tagged = { oneOf: kinds.map((kind) => closed(thing(0), { kind: { const: kind } })) };
  const hundred = (make: (n: number) => unknown): unknown => Array.from({ length: 100 }, (_, n) => make(n));
  for (const [what, more] of [
    ["nothing", {}],
    ["a member", { password: "0123456789abcdef" }],
  ] as const) {
    const item = (n: number): unknown => ({ ...thing(n), ...more });
    const inner = (n: number): unknown => ({ ...thing(n), inner: { ...thing(n), inner: item(n) } });
    const kind = (n: number): unknown => ({ ...thing(n), kind: kinds[n % 4], ...more });
    for (const [name, schema, make] of [
      ["an object of 8", one, item],
      ["100 of 8", { items: one }, () => hundred(item)],
      ["3 levels", closed(thing(0), { inner: closed(thing(0), { inner: one }) }), inner],
      ["100 of a union", { items: tagged }, () => hundred(kind)],
    ] as const) {
      const value = stored(make(1));
      const members = compileClosedMembers(schema);
      await inTurn(
        rows,
        `${what} to leave out, ${name}`,
        () => members?.write(value),
        () => JSON.stringify(value),
        name.startsWith("100") ? 200 : 10_000,
      );
    }
  }
  const members = compileClosedMembers({ items: one });
  const spread = Array.from({ length: 100 }, (_, n) => ({
    ...thing(n),
    ...{ password: "0123456789abcdef" },
  }));
  await inTurn(
    rows,
    "a member to leave out, 100 of 8 put together by spreading",
    () => members?.write(spread),
    () => JSON.stringify(spread),
  );
  console.log(table(turnHead("closed members"), rows));
}

/** The value as a store gives it: V8 copies an object that was put together by spreading at several times the cost. */
function stored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
