import { recorderOf } from "../declare/recorder";
import { collects, type Collector } from "../model/value";

/** The errors that wrong calls throw at once. A test compares the codes with docs/problems.md. */
export const misuseTexts = {
  "app-not-built": () =>
    "an App is not middleware: pass app.Build() to server.use, or start CreateServer(app)",
  "router-not-built": () =>
    "a Router is not middleware: include it in an App, and pass app.Build() to server.use",
  "build-not-called": () => "Build was passed without being called: write server.use(app.Build())",
  "router-without-new": (member: string) =>
    `Router(...) is a class decorator and has no ${member}: write new Router(...)`,
} as const satisfies Record<string, (...args: string[]) => string>;

/** Creates the error of a wrong call: `misuse("router-without-new", "Get")`. */
export function misuse<Code extends keyof typeof misuseTexts>(
  code: Code,
  ...details: Parameters<(typeof misuseTexts)[Code]>
): TypeError {
  const text: (...args: string[]) => string = misuseTexts[code];
  return new TypeError(`${text(...details)} [${code}]`);
}

/**
 * Makes `server.use(app)` and `http.createServer(app)` throw an error that shows the correct call.
 *
 * Instances are functions, so that Express and Node accept and call them, which throws the error.
 */
export class NotMiddleware implements Collector {
  constructor() {
    const router = (): never => {
      throw misuseOf(router);
    };
    // Members of a function, such as `name` and `length`, would otherwise be visible as members of a Router.
    for (const name of Reflect.ownKeys(router)) Reflect.deleteProperty(router, name);
    return Object.setPrototypeOf(router, new.target.prototype) as NotMiddleware;
  }

  get [collects](): Collector[typeof collects] {
    return recorderOf(this)?.isApp ? "an App" : "a Router";
  }

  /** `server.use(app)` reads the property `handle`. This getter then throws an error that names `app.Build()`. */
  get handle(): undefined {
    if (recorderOf(this)) throw misuseOf(this);
    return undefined;
  }
}

// `http.createServer(app)` calls `app.apply(...)`, so `NotMiddleware` must inherit this method to throw its error.
Object.setPrototypeOf(NotMiddleware.prototype, Function.prototype);

function misuseOf(router: object): TypeError {
  return misuse(recorderOf(router)?.isApp ? "app-not-built" : "router-not-built");
}
