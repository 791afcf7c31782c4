import type { Problem } from "../model/problem";
import type { Mistake } from "../model/setting";
import { problem } from "./problems";

/** The problem that a mistake is, where it was made. */
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
      return problem("decorator-misplaced", where, mistake.name, mistake.on);
    case "verb of several":
      return problem("before-verb-of-several", where);
    case "unusable member":
      return problem("member-unusable", where, mistake.what);
  }
}
