import type { TurnedPart } from "../model/app-internals";
import { historyOf } from "../model/history";
import type { Registration, Route, Span } from "../model/route";
import { webhookName } from "../model/webhook";
import type { Schemas } from "../schema/schemas";

/** The parts of a registration that histories convert; empty without a record. */
export function turnedPartsOf(
  { contract, route: { contract: newest } }: Registration,
  route: Route | undefined,
): readonly TurnedPart[] {
  if (!route) return [];
  const requests = contract.turnedInputs.map(({ part, history }) => ({
    route,
    way: "request" as const,
    part,
    history,
    examples: [],
  }));
  const answers = contract.responses.flatMap(({ status, turned }) => {
    if (!turned) return [];
    const declared = newest.responses.find(({ schema }) => schema && historyOf(schema) === turned.history);
    const examples = [...(declared?.examples.values() ?? [])];
    return { route, way: "answer" as const, part: `response ${status}`, history: turned.history, examples };
  });
  return [...requests, ...answers];
}

/** The payload of a webhook; empty for a hidden one, which guides leave out. */
export function turnedPayload({ contract, form }: Pick<Span, "contract" | "form">): readonly TurnedPart[] {
  const webhook = webhookName({ name: form.path });
  return contract.responses.flatMap(({ turned }) =>
    turned
      ? [
          {
            route: undefined,
            webhook,
            way: "answer" as const,
            part: "payload",
            history: turned.history,
            examples: [],
          },
        ]
      : [],
  );
}

/** The error body, which every route has. */
export function turnedErrors({ errors }: Schemas): readonly TurnedPart[] {
  const history = historyOf(errors.declared);
  return history ? [{ route: undefined, way: "answer", part: "errors", history, examples: [] }] : [];
}
