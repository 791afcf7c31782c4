import type { Change } from "../../../src/schema/interface/change";
import { changeAt } from "../../../src/tools/replay/attribution";

const [first, second] = ["first", "second"].map((Description) => ({ Description }) as Change);
const changes = (...all: (Change | undefined)[]): Change[] => all.filter((one) => one !== undefined);

/** A value of three forms: as given, after the link of `first`, and after that of `second`. */
const steps = (given: unknown, one: unknown, two: unknown) => [
  { changes: [], value: given },
  { changes: changes(first), value: one },
  { changes: changes(second), value: two },
];

it.each<
  [
    what: string,
    ReturnType<typeof steps>,
    path: (string | number)[],
    values: object,
    change: string | undefined,
  ]
>([
  ["the last link that made a value", steps({ a: 1 }, { a: 1 }, { a: 2 }), ["a"], { now: 2 }, "second"],
  [
    "an earlier link, if the later ones keep the value",
    steps({ a: 1 }, { a: 2 }, { a: 2 }),
    ["a"],
    { now: 2 },
    "first",
  ],
  [
    "an earlier link, if a later one renames the member",
    steps({ a: 1 }, { a: 2 }, { b: 2 }),
    ["b"],
    { now: 2 },
    "first",
  ],
  [
    "an earlier link, if a later one moves the member into an object",
    steps({ price: 1 }, { list: [{ unit: "USD" }] }, { price: { unit: "USD" } }),
    ["price", "unit"],
    { now: "USD" },
    "first",
  ],
  [
    "the last link, if the value stood at several places",
    steps({ a: 1 }, { a: "x", b: "x" }, { c: { d: "x" } }),
    ["c", "d"],
    { now: "x" },
    "second",
  ],
  [
    "the last link, if the value is a flag that another member has, too",
    steps({}, { a: true }, { c: { d: true } }),
    ["c", "d"],
    { now: true },
    "second",
  ],
  [
    "the link that took the wrong member",
    steps({ a: 1, b: 2 }, { a: 1, b: 2 }, { a: 2, b: 1 }),
    ["a"],
    { now: 2 },
    "second",
  ],
  ["no link for a value that was given", steps({ a: 1 }, { a: 1 }, { a: 1 }), ["a"], { now: 1 }, undefined],
  [
    "the link after which a recorded value is lost",
    steps({ a: 1 }, { b: 1 }, {}),
    ["b"],
    { recorded: 1 },
    "second",
  ],
  [
    "no link for a value that was never there",
    steps({ a: 1 }, { a: 1 }, {}),
    ["b"],
    { recorded: 7 },
    undefined,
  ],
  ["a link for items of a list", steps([{ a: 1 }], [{ a: 1 }], [{ a: 3 }]), [0, "a"], { now: 3 }, "second"],
  ["a link for a value below a scalar", steps(7, 7, { a: 1 }), ["a"], { now: 1 }, "second"],
  ["a link for an item of another list", steps([1], [1], [2]), [0], { now: 2 }, "second"],
  ["the only link", steps({ a: 1 }, { a: 1 }, {}).slice(0, 2), ["a"], { now: 1, recorded: 2 }, "first"],
  ["no link without a trace", [], ["a"], { now: 1 }, undefined],
])("names %s", (_what, given, path, values, change) => {
  expect(changeAt(given, path, { recorded: undefined, now: undefined, ...values })).toBe(change);
});
