import { setTimeout as sleep } from "node:timers/promises";
import type * as droppedPromises from "../../../src/schema/dropped-promises";
import { recordUncaught } from "../../support/uncaught";

const uncaught = recordUncaught();

/** The function of a copy of its file that has found this in the place of `node:v8`, which its first call looks for. */
function keepingWith(v8: () => unknown): (call: () => unknown) => unknown {
  const spied = jest.spyOn(process, "getBuiltinModule").mockImplementation(v8 as never);
  try {
    const { keepingPromises } = jest.requireActual<typeof droppedPromises>(
      "../../../src/schema/dropped-promises",
    );
    keepingPromises(() => undefined);
    return keepingPromises;
  } finally {
    spied.mockRestore();
    jest.resetModules();
  }
}

const actual = process.getBuiltinModule.bind(process);

/** Begins a check, drops it, and begins it again. */
function dropping(): Promise<never> {
  void Promise.reject(new Error("dropped"));
  return Promise.reject(new Error("kept"));
}

beforeEach(() => {
  jest.resetModules();
});

it("takes the rejections of promises that a call has dropped", async () => {
  const keeping = keepingWith(() => actual("node:v8"));
  await expect(keeping(dropping)).rejects.toThrow("kept");
  await sleep(1);
  expect(uncaught.errors).toEqual([]);
});

it("gives what the call gives, and throws what it throws", () => {
  const keeping = keepingWith(() => actual("node:v8"));
  expect(keeping(() => 7)).toBe(7);
  expect(() =>
    keeping(() => {
      throw new Error("at once");
    }),
  ).toThrow("at once");
});

it("does not touch what is begun after the call", async () => {
  const keeping = keepingWith(() => actual("node:v8"));
  keeping(() => 7);
  void Promise.reject(new Error("later"));
  await sleep(1);
  expect(uncaught.errors).toEqual([new Error("later")]);
});

it.each<[runtime: string, v8: () => unknown]>([
  ["has no node:v8", () => undefined],
  ["has no promise hooks", () => ({})],
  [
    "has hooks that only throw",
    () => ({
      promiseHooks: {
        onInit: () => {
          throw new Error("not implemented");
        },
      },
    }),
  ],
])("only calls on a runtime that %s", async (_runtime, v8) => {
  const keeping = keepingWith(v8);
  await expect(keeping(dropping)).rejects.toThrow("kept");
  await sleep(1);
  expect(uncaught.errors).toEqual([new Error("dropped")]);
});
