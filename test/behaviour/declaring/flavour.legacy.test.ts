it("is compiled with experimentalDecorators", () => {
  let given = 0;
  const decorator = (...args: unknown[]) => {
    given = args.length;
  };
  class Decorated {
    @decorator
    method() {
      return 1;
    }
  }
  expect(new Decorated().method()).toBe(1);
  // Legacy: prototype, name and descriptor. Standard: method and context.
  expect(given).toBe(3);
});
