import type { UnusableInclusion } from "../model/declaration";
import type { Problem } from "../model/problem";
import type { Checkable } from "./checkable";
import { problem } from "./problems";
import type { Mistake } from "../model/setting";

export function checkInclusions({ resolution }: Checkable): readonly Problem[] {
  const { unusable, verbless, routedTwice } = resolution;
  return [
    ...unusable.map(({ where, what }) => inclusionProblem(where, what)),
    ...routedTwice.map((name) => problem("declared-twice", name, "Router")),
    // A wrong decorator may be meant as the missing `@Get`. `checkPlaces` reports it, so `verb-missing` is left out.
    ...verbless
      .filter(({ settings }) => settings.every(({ kind }) => kind !== "mistake"))
      .map(({ where }) => problem("verb-missing", where)),
  ];
}

function inclusionProblem(where: string, what: UnusableInclusion): Problem {
  switch (what.kind) {
    case "not includable":
      return what.mistake
        ? checkMistake(where, what.mistake)
        : problem("argument-invalid", where, "the argument of Include", includable, what.written);
    case "class without Router":
      return problem("router-missing", where, what.name, remedyOfReplaced(what));
    case "class failed":
      return problem("controller-failed", where, what.name, what.reason);
    case "class promised":
      return problem("controller-promised", where, what.name);
    case "router again":
      return problem("router-included-twice", where, what.name);
    case "router in a circle":
      return problem("router-in-a-circle", where, what.name);
    case "app included":
      return problem("app-included", where);
  }
}

type ClassWithoutRouter = UnusableInclusion & { readonly kind: "class without Router" };

function remedyOfReplaced({ name, parent }: ClassWithoutRouter): string {
  if (parent === undefined) return "";
  return `; if a class decorator made class ${name} of ${parent}, write @Router above this decorator`;
}

const includable = "a Router, a class with @Router, an instance of one, a webhook or a list of these";

export function checkMistake(where: string, mistake: Mistake): Problem {
  switch (mistake.kind) {
    case "not an option":
      return problem("not-an-option", where, mistake.written);
    case "not called":
      return problem("decorator-not-called", mistake.on ?? where, mistake.name);
    case "decorated Router":
      return problem("decorator-on-a-router", where, mistake.name);
    case "too many arguments":
      return problem("option-arguments", where, mistake.name);
    case "misplaced decorator":
      return problem(
        "decorator-misplaced",
        where,
        mistake.name,
        mistake.on,
        mistake.on === "class" ? "a method" : "the class",
      );
    case "verb of several":
      return problem("before-verb-of-several", where);
    case "unusable member":
      return problem("member-unusable", where, mistake.what);
  }
}
