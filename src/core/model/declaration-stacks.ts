/** The key of the kept stacks. It is on `globalThis`, so that all copies of the package in the process share them. */
const key: unique symbol = Symbol.for("versioned-controllers.declaration-stacks");

type Stacks = WeakMap<object, Error>;

function stacks(): Stacks | undefined {
  return (globalThis as { readonly [key]?: Stacks })[key];
}

/** Makes the package keep the stack of every later declaration, for a tool that shows where declarations are written. */
export function keepStacks(): void {
  if (!stacks()) Object.defineProperty(globalThis, key, { value: new WeakMap<object, Error>() });
}

/** Keeps the stack of a declaration, if a tool has called {@link keepStacks}; no service does. */
export function noteStack<Declaration extends object>(declaration: Declaration): Declaration {
  stacks()?.set(declaration, new Error());
  return declaration;
}

/** Gives the copy of a declaration the stack of its original. */
export function withStackOf<Copy extends object>(original: object, copy: Copy): Copy {
  const kept = stacks();
  const stack = kept?.get(original);
  if (stack) kept?.set(copy, stack);
  return copy;
}

/** The stack of a declaration, as an Error; undefined if none was kept. */
export function stackOf(declaration: object): Error | undefined {
  return stacks()?.get(declaration);
}
