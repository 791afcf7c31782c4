import { z } from "zod";
import {
  beginsWithTransform,
  callsNoFunctions,
  isZodObject,
  zodDefinitionOf,
  zodRunOf,
  zodWith,
} from "../../../src/schema/zod";

/** A schema as a later major version of zod may make it: with the same names, and other meanings. */
function ofMajor(major: number, schema: z.ZodType): object {
  const { _zod } = schema;
  const version = { ..._zod.version, major };
  const internals = Object.create(_zod, { version: { value: version } }) as object;
  return Object.create(schema, { _zod: { value: internals } }) as object;
}

const Cat = z.object({ name: z.string() });
const Trimmed = z.preprocess((value) => value, z.string());

const known = (schema: object, transformed: object) => ({
  definition: zodDefinitionOf(schema) !== undefined,
  run: zodRunOf(schema) !== undefined,
  isObject: isZodObject(schema),
  callsNoFunctions: callsNoFunctions(schema),
  beginsWithTransform: beginsWithTransform(transformed),
});

it("knows the parts of zod 4", () => {
  expect(known(ofMajor(4, Cat), ofMajor(4, Trimmed))).toEqual({
    definition: true,
    run: true,
    isObject: true,
    callsNoFunctions: true,
    beginsWithTransform: true,
  });
});

it("knows nothing of another major version", () => {
  expect(known(ofMajor(5, Cat), ofMajor(5, Trimmed))).toEqual({
    definition: false,
    run: false,
    isObject: false,
    callsNoFunctions: false,
    beginsWithTransform: false,
  });
});

it("copies no schema without a function clone", () => {
  expect(zodWith({ _zod: { version: { major: 4 }, def: {} } }, {})).toBeUndefined();
});
