import { appHeaderNames, appHeaders } from "../model/app-headers";

/**
 * Whether a header is one of those that tell of an end, or of a brownout: nobody who did well before may fail by their
 * coming and going.
 *
 * Those that the App itself sends are references; others of these names are an application's own.
 */
export function isLifecycleHeader(header: unknown): boolean {
  return typeof header === "object" && header !== null && "$ref" in header && ownHeaders.has(header.$ref);
}

const ownHeaders = new Set<unknown>(
  appHeaderNames
    .filter((name) => appHeaders[name].isOfLifecycle)
    .map((name) => `#/components/headers/${name}`),
);
