import { findHostile } from "../../../src/schema/hostile";

/** A list of equal numbers, ten levels deep: each number weighs 100, and each byte of JSON allows for 20 more. */
function tenDeep(value: number, count: number): unknown {
  let nested: unknown = Array.from({ length: count }, () => value);
  for (let level = 1; level < 10; level++) nested = [nested];
  return nested;
}

it.each<[what: string, value: number, count: number, isAllowed: boolean]>([
  ["one digit", 7, 24_000, true],
  ["one digit", 7, 26_000, false],
  ["one digit and a sign", -7, 26_000, false],
  ["two digits", 42, 36_000, true],
  ["two digits", 42, 39_000, false],
  ["three digits", 128, 74_000, true],
  ["three digits", 128, 76_000, false],
  ["four digits", 4096, 76_000, true],
  ["a fraction", 0.5, 76_000, true],
])("numbers of %s (%d) allow for what their JSON is long: %d of them", (_what, value, count, isAllowed) => {
  expect(findHostile(tenDeep(value, count))).toEqual(isAllowed ? undefined : { excess: "weight" });
});
