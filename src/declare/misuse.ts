/**
 * The errors that a call throws at once, because nothing comes of it that Build could judge: name, and words.
 *
 * docs/problems.md has a section for each; a test holds the two against each other.
 */
export const misuseTexts = {
  "app-not-built": () =>
    "an App is not middleware: pass app.Build() to server.use, or start CreateServer(app)",
  "router-not-built": () =>
    "a Router is not middleware: include it in an App, and pass app.Build() to server.use",
  "build-not-called": () => "Build was passed without being called: write server.use(app.Build())",
  "router-without-new": (member: string) =>
    `Router(...) is a class decorator and has no ${member}: write new Router(...)`,
} as const satisfies Record<string, (...args: string[]) => string>;

/** Makes the error: `misuse("router-without-new", "Get")`. */
export function misuse<Code extends keyof typeof misuseTexts>(
  code: Code,
  ...details: Parameters<(typeof misuseTexts)[Code]>
): TypeError {
  const text: (...args: string[]) => string = misuseTexts[code];
  return new TypeError(`${text(...details)} [${code}]`);
}
