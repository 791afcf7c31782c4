import { conversionJudges } from "../../../src/changes/schemas/conversion-judges";
import type * as ajv from "../../../src/schema/ajv/plain-schemas";
import type * as reader from "../../../src/schema/reader";
import { validatorOfSchema } from "../../../src/schema/reader";
import { errorSchemasOf } from "../../../src/core/model/error-format";
import { schemasOf, validatorFor } from "../../../src/schema/schemas";
import { versionOrder } from "../../../src/core/model/version";

const documents = {
  errors: errorSchemasOf(undefined, { version: undefined, order: versionOrder([]) }, {}),
  versions: [],
  versionsOf: () => new Set([undefined]),
};
const wrong = { type: "nothing" };

/** The result of `told` with a module in the place of ajv. */
function withAjv<Told>(module: () => unknown, told: () => Told): Told {
  let result: Told | undefined;
  jest.isolateModules(() => {
    jest.doMock("ajv/dist/2020", module);
    try {
      jest.requireActual("../../../src/schema/plain-reader");
      result = told();
    } finally {
      jest.dontMock("ajv/dist/2020");
    }
  });
  return result as Told;
}

describe("plain JSON Schema", () => {
  it("that cannot be compiled has no validator", () => {
    expect(() => validatorOfSchema(wrong)).toThrow("the schema cannot be compiled: ");
    const schemas = schemasOf(
      { routes: [], spans: [], webhooks: [], webhookSpans: [] },
      { documents, ajv: undefined, components: new Map(), judgesBy: conversionJudges },
    );
    expect(schemas.compile({ schema: wrong, place: "body" })).toHaveProperty("failure");
    expect(() => validatorFor(schemas, { schema: wrong, place: "body" })).toThrow(
      "the schema cannot be compiled",
    );
  });

  it("needs ajv", () => {
    const gone = () => {
      throw new Error("Cannot find module 'ajv/dist/2020'");
    };
    const told = () => {
      const fresh = jest.requireActual<typeof reader>("../../../src/schema/reader");
      expect(() => fresh.validatorOfSchema({ type: "object" })).toThrow("needs ajv: npm install ajv");
      return true;
    };
    expect(withAjv(gone, told)).toBe(true);
  });

  it.each<[what: string, errors: unknown, issues: unknown]>([
    [
      "no word of what is wrong",
      [{ instancePath: "/a/0", keyword: "x", params: {} }],
      [{ path: ["a", 0], message: "does not fit" }],
    ],
    ["no errors", null, []],
  ])("does not fit where ajv gives %s", (_what, errors, issues) => {
    class Terse {
      compile = () => Object.assign(() => false, { errors });
      removeSchema = () => this;
      removeKeyword = () => this;
    }
    const validate = withAjv(
      () => ({ default: Terse }),
      () => {
        const compiled = jest
          .requireActual<typeof ajv>("../../../src/schema/ajv/plain-schemas")
          .plainSchemasBy(undefined, new Map())
          .compile({}, "body");
        return compiled && "validate" in compiled ? compiled.validate : undefined;
      },
    );
    expect(validate?.({})).toEqual({ issues });
  });
});

describe("a body's schema takes nothing sent", () => {
  const schemas = schemasOf(
    { routes: [], spans: [], webhooks: [], webhookSpans: [] },
    { documents, ajv: undefined, components: new Map(), judgesBy: conversionJudges },
  );
  const judging = (validate: () => unknown) => ({ "~standard": { version: 1, vendor: "own", validate } });
  it.each<[what: string, validate: () => unknown, takes: boolean]>([
    ["where it says so", () => ({ value: undefined }), true],
    ["not where it has an issue", () => ({ issues: [{ message: "no" }] }), false],
    ["not where it says so later", () => Promise.resolve({ value: undefined }), false],
    ["not where it rejects", () => Promise.reject(new Error("no")), false],
    [
      "not where it throws",
      () => {
        throw new Error("no");
      },
      false,
    ],
  ])("%s", (_what, validate, takes) => {
    expect(schemas.acceptsUndefined(judging(validate))).toBe(takes);
  });
});
