import fc from "fast-check";
import {
  DefineVersions,
  Rename,
  Versioned,
  type Change,
  type Versioned as History,
} from "versioned-controllers";
import { z } from "zod";
import { often } from "../support/runs";

const names = ["a", "b", "c", "d", "toString"];

/** A value of texts, and its members' names in each version, oldest first: from one to the next some of them are renamed. */
const chains = fc
  .tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 5, maxLength: 5 }),
  )
  .map(([length, picks]) => {
    const lists = [["a", "b"]];
    for (const [which, to] of picks.slice(1, length)) {
      const last = lists.at(-1) ?? [];
      const free = names.filter((name) => !last.includes(name));
      const old = last[which % last.length] ?? "";
      lists.push(last.map((name) => (name === old ? (free[to % free.length] ?? name) : name)));
    }
    return lists;
  });

const things = fc.record({ lists: chains, texts: fc.tuple(fc.string(), fc.string()), written: fc.nat() });

const schemaOf = (members: readonly string[]) =>
  z.object(Object.fromEntries(members.map((name) => [name, z.string()])));
const valueOf = (members: readonly string[], texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(members.map((name, i) => [name, texts[i] ?? ""]));

/** The code of a deploy that knows so many versions. */
function deployOf(lists: readonly (readonly string[])[]) {
  const list = lists.map((_, i) => String(i + 1));
  const V = DefineVersions(...list);
  const newest = schemaOf(lists.at(-1) ?? []);
  let history = Versioned(newest) as unknown as Chain;
  for (let i = lists.length - 1; i > 0; i--) {
    const [was = [], is = []] = [lists[i - 1], lists[i]];
    const at = was.findIndex((name, place) => name !== is[place]);
    const change = V.Change(String(i + 1), `version ${i + 1}`);
    const steps = at < 0 ? same : Rename(was[at] ?? "", is[at] ?? "");
    history = history.Before(change, schemaOf(was), steps);
  }
  const known = history as unknown as History<typeof newest>;
  return {
    V,
    row: V.Stored(known, { Newer: "keep" }),
    refusing: V.Stored(known),
    webhook: V.Webhook("e", known),
  };
}

/** The types of a chain are those of one that is written out. */
interface Chain {
  Before(change: Change, schema: object, steps: object): Chain;
}

const same = { Up: (old: unknown) => old, Down: (now: unknown) => now };

it("what any deploy wrote every later one reads, and an earlier one refuses", async () => {
  await fc.assert(
    fc.asyncProperty(things, async ({ lists, texts, written }) => {
      const writer = lists.slice(0, 1 + (written % lists.length));
      const text = deployOf(writer).row.Write(valueOf(writer.at(-1) ?? [], texts));
      expect(JSON.parse(text)).toEqual({
        v: String(writer.length),
        data: valueOf(writer.at(-1) ?? [], texts),
      });
      for (let known = 1; known <= lists.length; known++) {
        const members = lists[known - 1] ?? [];
        const { refusing } = deployOf(lists.slice(0, known));
        if (known < writer.length) await expect(refusing.Read(text)).rejects.toBeInstanceOf(RangeError);
        else {
          expect(await refusing.Read(text)).toEqual(valueOf(members, texts));
          expect(refusing.IsOld(text)).toBe(known > writer.length);
        }
      }
    }),
    often(400),
  );
});

it("a webhook of a value that was read is what its version would have written", async () => {
  await fc.assert(
    fc.asyncProperty(things, async ({ lists, texts, written }) => {
      const version = 1 + (written % lists.length);
      const members = lists[version - 1] ?? [];
      const { row, webhook } = deployOf(lists);
      const stored = { v: String(version), data: valueOf(members, texts) };
      const { Body } = webhook.For(String(version), await row.Read(stored));
      expect(JSON.parse(Body)).toEqual(stored.data);
    }),
    often(400),
  );
});
