import { recorderOf } from "../declare/recorder";
import { collects, type Collector } from "../model/value";

/**
 * The errors that a call throws at once, because Build could never report them: name and text.
 *
 * docs/problems.md has a section for each; a test compares the two.
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

/** Creates the error: `misuse("router-without-new", "Get")`. */
export function misuse<Code extends keyof typeof misuseTexts>(
  code: Code,
  ...details: Parameters<(typeof misuseTexts)[Code]>
): TypeError {
  const text: (...args: string[]) => string = misuseTexts[code];
  return new TypeError(`${text(...details)} [${code}]`);
}

/**
 * The base of Router, which makes `server.use(app)` and `http.createServer(app)` throw an error that says what to pass.
 *
 * Its objects are functions, because Express and Node reject any other object with an error of their own, or wait
 * forever. It is a class of its own so that a Router has no members but its documented ones.
 */
export class NotMiddleware implements Collector {
  constructor() {
    const router = (): never => {
      throw misuseOf(router);
    };
    // Removes the function's own properties: a Router has no members but those of its class.
    for (const name of Reflect.ownKeys(router)) Reflect.deleteProperty(router, name);
    return Object.setPrototypeOf(router, new.target.prototype) as NotMiddleware;
  }

  get [collects](): Collector[typeof collects] {
    return recorderOf(this)?.isApp ? "an App" : "a Router";
  }

  /** Express's `use` reads `handle` from each function, before any request. */
  get handle(): undefined {
    if (recorderOf(this)) throw misuseOf(this);
    return undefined;
  }
}

// Node calls a listener by its method `apply`.
Object.setPrototypeOf(NotMiddleware.prototype, Function.prototype);

function misuseOf(router: object): TypeError {
  return misuse(recorderOf(router)?.isApp ? "app-not-built" : "router-not-built");
}
