import type * as Runtime from "../../../src/schema/interface/runtime";

/** The module as a browser loads it: there is no module of Node. */
function inBrowser(): typeof Runtime {
  const { getBuiltinModule } = process;
  let loaded: typeof Runtime | undefined;
  Object.defineProperty(process, "getBuiltinModule", { value: undefined, configurable: true });
  try {
    jest.isolateModules(() => {
      loaded = jest.requireActual<typeof Runtime>("../../../src/schema/interface/runtime");
    });
  } finally {
    Object.defineProperty(process, "getBuiltinModule", { value: getBuiltinModule, configurable: true });
  }
  if (!loaded) throw new Error("not loaded");
  return loaded;
}

const { isAsyncFunction, isBoxedPrimitive, isDeepStrictEqual } = inBrowser();

it.each([
  ["new String", new String("a"), true],
  ["new Number", new Number(1), true],
  ["Object(1n)", Object(1n), true],
  ["an object", {}, false],
  ["a Date", new Date(0), false],
])("in a browser, a wrapped primitive is found by its tag: %s", (_what, value: object, is) => {
  expect(isBoxedPrimitive(value)).toBe(is);
});

it("in a browser, an async function is found by its tag", () => {
  expect(isAsyncFunction(async () => Promise.resolve())).toBe(true);
  expect(isAsyncFunction(() => Promise.resolve())).toBe(false);
});

it.each([
  ["equal Dates", new Date(0), new Date(0), true],
  ["other Dates", new Date(0), new Date(1), false],
  ["a Date and its text", new Date(0), new Date(0).toJSON(), false],
])("in a browser, objects are compared by kind and JSON: %s", (_what, one, other, are) => {
  expect(isDeepStrictEqual(one, other)).toBe(are);
});
