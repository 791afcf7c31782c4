import type { Request } from "express";
import { Now } from "../model/context";
import type { Registration } from "../model/route";
import type { ContextQuestion } from "../model/serving";
import { needsIn } from "../history/needed-contexts";

/** The contexts that a registration's Ups and Downs may need, each once, with the functions that provide them. */
export function compileContexts(
  { contract, form }: Pick<Registration, "contract" | "form">,
  now: () => Date,
): readonly ContextQuestion[] {
  return needsIn(contract).map(({ key }) => {
    const given = form.settings.contexts.get(key) as ((req: Request) => unknown) | undefined;
    // `check` has found every other context to be provided.
    return { key, ask: given ?? (key === Now ? now : missing) };
  });
}

function missing(): never {
  throw new Error("a context that nobody gives passed the checks");
}
