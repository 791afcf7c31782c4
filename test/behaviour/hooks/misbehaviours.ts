import { untouchable } from "../../support/thrown";

/** The ways in which an author's function can fail those who call it. */
export const misbehaviours = {
  throws: () => {
    throw new Error("the hook failed");
  },
  rejects: () => Promise.reject(new Error("the hook failed later")),
  "never settles": () => new Promise(() => undefined),
  "gives null": () => null,
  "gives a Proxy": () => untouchable(),
  // As an iterator's result it says that there is nothing more.
  "gives a promise": () => Promise.resolve({ done: true }),
} satisfies Readonly<Record<string, () => unknown>>;

export type Misbehaviour = keyof typeof misbehaviours;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- it stands in for functions of every type
export type Misbehave = () => any;
