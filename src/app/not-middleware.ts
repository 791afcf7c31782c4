import { misuse } from "../declare/misuse";
import { recorderOf } from "../declare/recorder";
import { collects, type Collector } from "../model/collector";

/**
 * The base of Router, which makes `server.use(app)` and `http.createServer(app)` throw an error that says what to pass.
 *
 * Its objects are functions, because Express and Node refuse any other object in words of their own, or wait for ever.
 * It is a class of its own so that a Router's members are those that users call.
 */
export class NotMiddleware implements Collector {
  constructor() {
    const router = (): never => {
      throw misuseOf(router);
    };
    // A function's own two: a Router shows no members but its class's.
    for (const name of Reflect.ownKeys(router)) Reflect.deleteProperty(router, name);
    return Object.setPrototypeOf(router, new.target.prototype) as NotMiddleware;
  }

  get [collects](): Collector[typeof collects] {
    return recorderOf(this)?.isApp ? "an App" : "a Router";
  }

  /** Express's `use` looks for it on each function, before any request. */
  get handle(): undefined {
    if (recorderOf(this)) throw misuseOf(this);
    return undefined;
  }
}

// Node calls a listener by its `apply`.
Object.setPrototypeOf(NotMiddleware.prototype, Function.prototype);

function misuseOf(router: object): TypeError {
  return misuse(recorderOf(router)?.isApp ? "app-not-built" : "router-not-built");
}
