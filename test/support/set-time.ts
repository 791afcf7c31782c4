/** Sets the time of `Date`, and of nothing else, until `jest.useRealTimers()`. */
export function setTime(now: string): void {
  jest.useFakeTimers({
    now: new Date(now),
    doNotFake: [
      "hrtime",
      "nextTick",
      "performance",
      "queueMicrotask",
      "setImmediate",
      "clearImmediate",
      "setInterval",
      "clearInterval",
      "setTimeout",
      "clearTimeout",
    ],
  });
}
