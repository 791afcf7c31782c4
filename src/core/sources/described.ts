import type { ReadableSource, VersionExtractor, VersioningFault, VersionSource } from "../model/source";
import { describe, isObject } from "../model/value";
import { cookieSource } from "./cookie";
import {
  askedFaults,
  described,
  extractionOf,
  extractorInvalid,
  type DescribedExtractor,
} from "./extraction";
import { headerSource } from "./header";
import { querySource } from "./query";
import { functionReading } from "./reading";

/** The places of a request that an extractor function reads: `{ Header: "X-Account" }`. */
export interface ReadPlaces {
  Header?: string;
  Query?: string;
  Cookie?: string;
}

/**
 * Describes the places that an extractor function reads, for `Vary` and the documents:
 * `Described(pinnedVersion, { Header: "X-Account" })`.
 *
 * A place may contain, for instance, an account whose version the extractor finds. So documents show no example values,
 * and `TestClient` cannot send a version. The extractor returns `null` if a request has no version.
 */
export function Described(extractor: VersionExtractor, reads: ReadPlaces): DescribedExtractor {
  const { comparing, schemes, refusesLaterPins, reading } = extractionOf(extractor);
  const given: object = isObject(reads) ? reads : {};
  const places = Object.entries(given).flatMap(([place, name]: [string, unknown]) =>
    isPlace(place) && typeof name === "string" ? placeSources[place](name) : [],
  );
  const sources = places.map(unsendable);
  return described({
    sources,
    faults: [
      ...askedFaults("Described", extractor),
      ...describedFaults(reads),
      ...sources.flatMap(({ fault }) => (fault ? [extractorInvalid("Described", fault)] : [])),
    ],
    comparing,
    schemes,
    refusesLaterPins,
    reading:
      reading ?? ((known) => functionReading(extractor, places.map(({ place }) => place).join(", "), known)),
  });
}

const placeSources: Readonly<Record<keyof ReadPlaces, (name: string) => ReadableSource>> = {
  Header: headerSource,
  Query: querySource,
  Cookie: cookieSource,
};

/** A version does not determine what to send: the place may contain another value, such as an account. */
function unsendable({ words, varyField, parameter, fault }: VersionSource): VersionSource {
  return { words, varyField, parameter, partsFor: undefined, sendable: undefined, fault };
}

function isPlace(name: string): name is keyof ReadPlaces {
  return Object.hasOwn(placeSources, name);
}

function describedFaults(reads: unknown): readonly VersioningFault[] {
  const expected = "{ Header, Query, Cookie }, at least one of them with a name";
  if (!isObject(reads)) return [extractorInvalid("Described", { expected, written: describe(reads) })];
  const entries = Object.entries(reads).filter(([, name]) => name !== undefined);
  if (entries.length === 0) return [extractorInvalid("Described", { expected, written: "nothing" })];
  return entries.flatMap(([place, name]: [string, unknown]) =>
    isPlace(place) && typeof name === "string"
      ? []
      : [extractorInvalid("Described", { expected, written: `${place}: ${describe(name)}` })],
  );
}
