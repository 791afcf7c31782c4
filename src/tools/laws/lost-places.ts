import type { LinkSchema, MovedPlace } from "../../schema/interface/histories";
import type { OutputReader } from "../../schema/interface/schema";
import { isObject } from "../../core/model/value";
import { placeAlong, placeIn, type Place } from "../../schema/json-schema/places";
import { jsonSchemaOf } from "../../schema/reader";

/** Copies a JSON value without the values at some places. */
export function withoutPlaces(value: unknown, places: readonly Place[]): unknown {
  if (places.length === 0 || !isObject(value)) return value;
  if (Array.isArray(value)) {
    // Without its items, a list has no length either: a lost item is a loss at `*`.
    if (places.some(([step, ...rest]) => step === "*" && rest.length === 0)) return [];
    return value.map((item, i) => {
      const within = placesBelow(places, String(i));
      return within === "spared" ? null : withoutPlaces(item, within);
    });
  }
  const members = Object.entries(value).flatMap(([name, member]) => {
    const within = placesBelow(places, name);
    return within === "spared" ? [] : [[name, withoutPlaces(member, within)] as const];
  });
  return Object.fromEntries(members);
}

function placesBelow(places: readonly Place[], name: string): readonly Place[] | "spared" {
  const rests = places.flatMap(([step, ...rest]) => (step === name || step === "*" ? [rest] : []));
  return rests.some((rest) => rest.length === 0) ? "spared" : rests;
}

/** True if a member is at one of the places, or within. */
export function isSpared(member: Place, places: readonly Place[]): boolean {
  return places.some((place) => startsWith(member, place));
}

function startsWith(place: Place, start: Place): boolean {
  return start.every((step, i) => i < place.length && (step === "*" || step === place[i]));
}

/** Adds the older names of places, as far as a `Rename` or a `Stricter.Path` tells them. */
export function olderPlaces(places: readonly Place[], moved: readonly MovedPlace[]): readonly Place[] {
  const older = places.flatMap((place) =>
    moved.flatMap((one) => {
      const [now, old] = [placeAlong(one.now), placeAlong(one.old)];
      if (startsWith(now, place)) return [old];
      return startsWith(place, now) ? [[...old, ...place.slice(now.length)]] : [];
    }),
  );
  return [...places, ...older];
}

/** The place of a breach in one of the schemas, as `Lossy` names it; undefined if `Lossy` cannot name it. */
export function nameOfPlace(
  path: readonly (string | number)[],
  schemas: readonly LinkSchema[],
  reader: OutputReader,
): string | undefined {
  const steps = path.map(String);
  // A dot separates the steps of a place, so a member with a dot in its name has no place.
  if (steps.length === 0 || steps.some((step) => step.includes("."))) return undefined;
  for (const schema of schemas) {
    const json = jsonSchemaOf(schema, "output", reader);
    const place = json && placeIn(json, steps);
    if (place) return place.join(".");
  }
  return undefined;
}
