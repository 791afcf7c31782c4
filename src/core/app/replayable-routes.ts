import type { ReplayableRoute } from "../model/exchange-recorder";
import { standingAt } from "../model/lifecycle";
import type { Registration, ResolvedRoute, Route } from "../model/route";
import { routeName } from "../model/value";
import { formIn } from "../resolve/route-forms";
import { routeConversions } from "./route-conversions";

type ConversionContext = Parameters<typeof routeConversions>[1];

interface ReplayContext extends ConversionContext {
  readonly recordOf: (route: ResolvedRoute) => Route;
  readonly now: () => Date;
}

/** Makes the routes of a version replayable. */
export function replayableRoutes(
  registrations: readonly Registration[],
  context: ReplayContext,
): readonly ReplayableRoute[] {
  return registrations.map((registration) => {
    const { route, form, life } = registration;
    const { kind } = standingAt(life, context.now());
    return {
      isNamed: (name, newest) => {
        const { Method, Path } = context.recordOf(route);
        const forms = [formIn(route, newest), form].map(({ method, path }) => `${method} ${path}`);
        return [routeName({ Method, Path }), ...forms].includes(name);
      },
      isGone: kind === "gone" || kind === "succeeded",
      conversionsTo: (newest, watched) => routeConversions(registration, context, { newest, watched }),
    };
  });
}
