import { declaredResponses, type Contract, type DeclaredResponse } from "../core/model/contract";
import type { ResolvedRoute, ResolvedWebhook, Span, Surface } from "../core/model/route";
import { bodyTypesOf, isBinaryType } from "./interface/schema";
import { heldSchemas, type HeldSchema, type Use } from "./interface/use";
import { isObjectOrFunction } from "../core/model/value";

/** Every use of a schema by a route, in registration order, including unreachable routes. */
export function usesOf(routes: readonly ResolvedRoute[], spans: readonly Span[]): readonly Use[] {
  // Hot path of Build: creating a list for each contract would take half of this function's time.
  const uses: Use[] = [];
  for (const [contract, route] of contractsOf(routes, spans)) {
    for (const { part, schema, options } of contract.inputs) {
      const isBinary = part === "body" && bodyTypesOf(options).every(isBinaryType);
      uses.push(...usesAt(schema, { route, contract, side: "input", place: part, isBinary }));
    }
    for (const { schema, headers } of contract.responses) {
      uses.push(...usesAt(schema, { ...ofText, route, contract, side: "output", place: "response" }));
      if (headers.size > 0) uses.push(...usesOfHeaders(headers, { route, contract }));
    }
  }
  return uses;
}

/** Every use of a schema by a webhook. The API sends the payload, an output; the subscriber's answer is an input. */
export function usesOfWebhooks(
  webhooks: readonly ResolvedWebhook[],
  spans: readonly Span<ResolvedWebhook>[],
): readonly Use[] {
  return [...contractsOf(webhooks, spans)].flatMap(([contract, route]) => [
    ...contract.responses.flatMap(({ place, schema }) =>
      usesAt(schema, { ...ofText, route, contract, side: "output", place }),
    ),
    ...contract.inputs.flatMap(({ schema }) =>
      usesAt(schema, { ...ofText, route, contract, side: "input", place: "webhook answer" }),
    ),
    ...route.settings
      .of(declaredResponses)
      .flatMap(({ headers }) => usesOfHeaders(headers, { route, contract })),
  ]);
}

function contractsOf<Of extends Surface>(
  surfaces: readonly Of[],
  spans: readonly Span<Of>[],
): ReadonlyMap<Contract, Of> {
  const routes = new Map<Contract, Of>();
  for (const surface of surfaces) routes.set(surface.contract, surface);
  for (const { contract, route } of spans) routes.set(contract, route);
  return routes;
}

type UseSite = Pick<Use, "route" | "contract" | "side" | "place" | "isBinary">;

const ofText = { isBinary: false };

/** Skips declared headers whose value is not a schema, because `check` reports them as mistakes. */
function usesOfHeaders(
  headers: DeclaredResponse["headers"],
  of: Pick<Use, "route" | "contract">,
): readonly Use[] {
  return [...headers.values()]
    .filter(isObjectOrFunction)
    .flatMap((header) => usesAt(header, { ...ofText, ...of, side: "output", place: "response header" }));
}

function usesAt(declared: object | undefined, site: UseSite): readonly Use[] {
  return declared ? heldSchemas(declared).map((held) => useOf(site, held)) : [];
}

/** Hot path of Build: copying `site` by a spread takes ten times as long. */
function useOf(
  { route, contract, side, place, isBinary }: UseSite,
  { schema, history, convertedBy, isShown }: HeldSchema,
): Use {
  return { route, contract, schema, side, place, isBinary, history, convertedBy, isShown };
}
