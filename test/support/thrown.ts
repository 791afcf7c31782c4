import { HTTPError } from "versioned-controllers";

/** Something that is thrown, and how it is answered. */
export interface Thrown {
  readonly what: string;
  readonly value: unknown;
  /** Status and code of the answer. */
  readonly answer: string;
}

const internal = "500 internal_error";

function rows(values: readonly (readonly [what: string, value: unknown])[]): readonly Thrown[] {
  return values.map(([what, value]) => ({ what, value, answer: internal }));
}

function frozen(error: object): object {
  return Object.freeze(error);
}

/** An error of which one property can't be read. */
function unreadable(error: object, property: string): object {
  return Object.defineProperty(error, property, {
    enumerable: true,
    get() {
      throw new Error(`${property} can't be read`);
    },
  });
}

/** A Proxy that refuses whatever is done to it. */
export function untouchable(): object {
  const refuse = (): never => {
    throw new Error("it can't be touched");
  };
  const traps = Object.getOwnPropertyNames(Reflect);
  return new Proxy({}, Object.fromEntries(traps.map((trap) => [trap, refuse])));
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function cyclic(): Error {
  const error = new Error("secret");
  error.cause = error;
  return error;
}

/** Whatever JavaScript can throw; nothing of it may reach a client. */
export const everything: readonly Thrown[] = [
  ...rows([
    ["undefined", undefined],
    ["null", null],
    ["false", false],
    ["true", true],
    ["0", 0],
    ["NaN", NaN],
    ["0n", 0n],
    ["empty text", ""],
    ["text", "secret"],
    ["a word that Express's next knows", "route"],
    ["a symbol", Symbol("secret")],
    ["a function", () => "secret"],
    ["a promise", new Promise(() => undefined)],
    ["a list", ["secret"]],
    ["an object", { message: "secret" }],
    ["an object without a prototype", Object.create(null)],
    ["a frozen object", frozen({ message: "secret" })],
    ["an Error", new Error("secret")],
    ["a frozen Error", frozen(new Error("secret"))],
    ["an Error that is its own cause", cyclic()],
    ["an AggregateError", new AggregateError([new Error("secret"), undefined], "secret")],
    ["an Error with a status", Object.assign(new Error("secret"), { status: 418 })],
    ["an exposed Error of 500", Object.assign(new Error("secret"), { status: 500, expose: true })],
    ["an exposed Error of no status", Object.assign(new Error("secret"), { status: "404", expose: true })],
    ["an Error whose message throws", unreadable(new Error("secret"), "message")],
    ["an Error whose stack throws", unreadable(new Error("secret"), "stack")],
    ["an Error whose name throws", unreadable(new Error("secret"), "name")],
    ["an Error whose cause throws", unreadable(new Error("secret"), "cause")],
    ["an Error whose expose throws", unreadable(new Error("secret"), "expose")],
    ["an exposed Error whose status throws", unreadable({ expose: true }, "status")],
    ["an exposed Error whose message throws", unreadable({ expose: true, status: 404 }, "message")],
    ["an object whose constructor throws", unreadable({}, "constructor")],
    ["an object whose then throws", unreadable({}, "then")],
    ["an object whose toJSON throws", unreadable({}, "toJSON")],
    ["a Proxy that can't be touched", untouchable()],
    ["a revoked Proxy", revoked()],
    ["an HTTPError whose details JSON can't hold", new HTTPError(404, "cat", { details: 1n })],
    [
      "an HTTPError whose details can't be read",
      new HTTPError(404, "cat", { details: unreadable({}, "id") }),
    ],
    ["an HTTPError with an impossible header", new HTTPError(404, "cat", { headers: { "a b": "1" } })],
  ]),
  { what: "an HTTPError", value: new HTTPError(409), answer: "409 conflict" },
  { what: "a frozen HTTPError", value: frozen(new HTTPError(409)), answer: "409 conflict" },
  {
    what: "a frozen exposed object",
    value: frozen({ expose: true, status: 404, message: "cat" }),
    answer: "404 not_found",
  },
  {
    what: "an exposed Error whose message is no text",
    value: { expose: true, status: 404, message: Symbol("secret") },
    answer: "404 not_found",
  },
];
