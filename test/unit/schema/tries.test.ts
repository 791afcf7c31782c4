import Ajv2020 from "ajv/dist/2020";
import { countedKeyword } from "../../../src/schema/ajv/guarded-unions";
import { addTriesTo, countingTries } from "../../../src/schema/ajv/tries";

it("an error of the judge itself is passed on", () => {
  const failing = (): never => {
    throw new RangeError("no such format");
  };
  expect(() => countingTries({}, failing)).toThrow(new RangeError("no such format"));
});

it("an object with nothing but `compile` counts no tries", () => {
  expect(addTriesTo({})).toBe(false);
});

it("tries are counted within a judgement only, and the keyword is added once", () => {
  const ajv = new Ajv2020({ strict: false });
  expect([addTriesTo(ajv), addTriesTo(ajv)]).toEqual([true, true]);
  const validate = ajv.compile({ items: { [countedKeyword]: 1 } });
  const values = Array.from({ length: 20_000 }, () => [[1]]);
  expect(validate(values)).toBe(true);
  expect(countingTries(values.slice(0, 100), () => validate(values.slice(0, 100)))).toBe(true);
  const again = ajv.compile({ allOf: Array.from({ length: 200 }, () => ({ [countedKeyword]: 1 })) });
  expect(again(values)).toBe(true);
  expect(countingTries(values, () => again(values))).toBe("too many");
});
