import { App } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";

// Build reads the time for its warnings of passed sunsets.
it.each<[what: string, now: () => unknown, message: string]>([
  ["a text", () => "today", 'AppOptions.Now must return a Date, got "today"'],
  ["an invalid Date", () => new Date(Number.NaN), "AppOptions.Now must return a Date, got an invalid Date"],
  ["a promise", () => Promise.reject(new Error("late")), "AppOptions.Now must return a Date, got a promise"],
])("Build logs that Now returned %s", (_what, now, message) => {
  const logger = recordingLogger();
  new App({ Now: now as () => Date, Logger: logger }).Get("/cats", () => "cats").Build();
  expect(logger.error.mock.calls).toEqual([
    [{ component: "Router", err: new TypeError(message) }, "AppOptions.Now failed"],
  ]);
});

it("Build logs it to the console without a Logger", () => {
  const write = jest.spyOn(console, "error").mockImplementation(() => undefined);
  new App({ Now: () => new Date(Number.NaN) }).Get("/cats", () => "cats").Build();
  expect(write).toHaveBeenCalledTimes(1);
  write.mockRestore();
});
