import type { Checkable } from "../core/check/checkable";
import { lifeIn, ownLifecycle, type AfterSunset, type Life } from "../core/model/lifecycle";
import type { Warning } from "../core/model/problem";
import type { Version } from "../core/model/version";
import { warning, type warningTexts } from "./problems";

/** Warns once for each version whose sunset is past, and once for each route whose past sunset is not its version's. */
export function sunsetWarnings(
  { spans, livesIn, register, versioning }: Checkable,
  now: Date | undefined,
): readonly Warning[] {
  if (versioning.lifecycles.size === 0 && spans.every(({ route }) => !route.settings.of(ownLifecycle))) {
    return [];
  }
  const ofVersions = new Map<Version, { readonly passed: PassedSunset; count: number }>();
  const ofRoutes = spans.flatMap((span) =>
    livesIn(span).flatMap(({ version, life }) => {
      const passed = passedBy(life, now);
      if (!passed) return [];
      const ofVersion = version === undefined ? undefined : versioning.lifecycles.get(version);
      if (version !== undefined && isSamePassed(passed, passedBy(lifeIn(ofVersion), now))) {
        const known = ofVersions.get(version) ?? { passed, count: 0 };
        ofVersions.set(version, { passed, count: known.count + 1 });
        return [];
      }
      const { route, method, path, isVersionInPath } = register(span, version);
      const what =
        version === undefined || isVersionInPath
          ? `${method} ${path}`
          : `${method} ${path} of version ${version}`;
      return [warning(passedWarnings[passed.afterSunset], route, what, passed.date)];
    }),
  );
  const whole = [...ofVersions].map(([version, { passed, count }]) => {
    const what = `version ${JSON.stringify(version)} (${count} ${count === 1 ? "route" : "routes"})`;
    return warning(passedWarnings[passed.afterSunset], undefined, what, passed.date);
  });
  return [...whole, ...ofRoutes];
}

interface PassedSunset {
  readonly date: string;
  readonly afterSunset: AfterSunset;
}

function passedBy(life: Life | undefined, now: Date | undefined): PassedSunset | undefined {
  if (!life?.sunset || !now || life.sunset > now) return undefined;
  return { date: life.sunset.toUTCString(), afterSunset: life.afterSunset };
}

function isSamePassed(one: PassedSunset, other: PassedSunset | undefined): boolean {
  return one.date === other?.date && one.afterSunset === other.afterSunset;
}

const passedWarnings: Readonly<Record<AfterSunset, keyof typeof warningTexts>> = {
  serve: "sunset-passed",
  gone: "sunset-passed-gone",
  successor: "sunset-passed-succeeded",
};
