import { createHash } from "node:crypto";
import { guideStyle, reportStyle } from "./style";

/** The Content-Security-Policy of the report: nothing but its own style. */
export const reportPolicy = policyOf({ "style-src": [`'sha256-${hashOf(reportStyle)}'`] });

/** The same for the guide. */
export const guidePolicy = policyOf({ "style-src": [`'sha256-${hashOf(guideStyle)}'`] });

/**
 * The Content-Security-Policy of a page with Swagger UI: scripts come from files next to the page, and it calls its own
 * origin and the named ones.
 *
 * Swagger UI writes styles into the page; descriptions may contain pictures from anywhere, and responses may be
 * pictures or sounds.
 */
export function swaggerPolicy(origins: readonly string[]): string {
  return policyOf({
    "script-src": ["'self'"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["*", "data:", "blob:"],
    "media-src": ["*", "data:", "blob:"],
    "font-src": ["'self'", "data:"],
    "connect-src": ["'self'", ...origins],
  });
}

function policyOf(sources: Readonly<Record<string, readonly string[]>>): string {
  const directives = {
    "default-src": ["'none'"],
    ...sources,
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
