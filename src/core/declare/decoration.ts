import type { MethodNote } from "../model/declaration";
import type { Mistake, UnusableMember } from "../model/setting";
import { isObjectOrFunction } from "../model/value";
import { notesOfClass, notesOfContext, type ClassNote, type Notes } from "./metadata";

/** The target of a decorator, either standard or legacy (`experimentalDecorators`). */
type DecoratorTarget =
  | { readonly kind: "class"; readonly notes: Notes }
  | {
      readonly kind: "member";
      readonly notes: Notes;
      readonly name: PropertyKey;
      readonly unusable: UnusableMember | undefined;
    };

/** Finds the target of a decorator called with `(value, context)`, `(class)` or `(prototype, name, descriptor)`. */
export function decorated(args: readonly unknown[]): DecoratorTarget | undefined {
  const [target, second, third] = args;
  if (isDecoratorContext(second)) return byContext(second);
  // esbuild passes the name of a method `1() {}` as a number.
  const name = typeof second === "number" && isDescriptor(third) ? String(second) : second;
  if (typeof name === "string" || typeof name === "symbol") {
    return isObjectOrFunction(target) && args.length === 3 ? legacyMember(target, name, third) : undefined;
  }
  if (args.length !== 1 || typeof target !== "function") return undefined;
  return { kind: "class", notes: notesOfClass(target) };
}

/** An option may have a number as its second argument by mistake, such as `Shadow(range, 7, options)`. */
function isDescriptor(value: unknown): boolean {
  return isObjectOrFunction(value) && "configurable" in value;
}

/** Records a note before the earlier notes, because TypeScript calls the last decorator of a class or method first. */
export function note(on: DecoratorTarget, notes: { class: ClassNote; method: MethodNote }): void {
  if (on.kind === "class") {
    on.notes.onClass.unshift(notes.class);
    return;
  }
  const written = on.notes.onMethods.get(on.name) ?? [];
  on.notes.onMethods.set(on.name, written);
  const { unusable } = on;
  written.unshift(unusable ? mistake({ kind: "unusable member", what: unusable }) : notes.method);
}

export function mistake(mistake: Mistake): { readonly kind: "mistake"; readonly mistake: Mistake } {
  return { kind: "mistake", mistake };
}

type DecoratorContext = ClassDecoratorContext | ClassMemberDecoratorContext;

function isDecoratorContext(value: unknown): value is DecoratorContext {
  return isObjectOrFunction(value) && "kind" in value && "addInitializer" in value;
}

function byContext(context: DecoratorContext): DecoratorTarget {
  if (!(context.metadata as DecoratorMetadata | undefined)) {
    throw new TypeError(
      "versioned-controllers: this compiler does not provide context.metadata to decorators: import versioned-controllers before " +
        "the decorated class, and compile with TypeScript 5.2, esbuild 0.21, swc 1.4 or newer, or Babel with the decorators of version 2023-05",
    );
  }
  const notes = notesOfContext(context.metadata);
  if (context.kind === "class") return { kind: "class", notes };
  return { kind: "member", notes, name: context.name, unusable: unusableMember(context) };
}

function unusableMember(context: ClassMemberDecoratorContext): UnusableMember | undefined {
  if (context.kind === "field") return "a field";
  if (context.kind !== "method") return "an accessor";
  if (context.static) return "a static method";
  return context.private ? "a private method" : undefined;
}

function legacyMember(target: object, name: PropertyKey, descriptor: unknown): DecoratorTarget {
  if (typeof target === "function") {
    return { kind: "member", notes: notesOfClass(target), name, unusable: "a static method" };
  }
  const notes = notesOfClass(target.constructor);
  if (!isObjectOrFunction(descriptor)) return { kind: "member", notes, name, unusable: "a field" };
  const isMethod = "value" in descriptor && typeof descriptor.value === "function";
  return { kind: "member", notes, name, unusable: isMethod ? undefined : "an accessor" };
}
