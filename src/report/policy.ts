import { createHash } from "node:crypto";
import { guideStyle } from "./guide-style";
import { style } from "./style";

/** The Content-Security-Policy of the report: its own style, and nothing else. */
export const reportPolicy = policyOf({ "style-src": [`'sha256-${hashOf(style)}'`] });

/** The same of the guide. */
export const guidePolicy = policyOf({ "style-src": [`'sha256-${hashOf(guideStyle)}'`] });

/**
 * The Content-Security-Policy of a page with Swagger UI: scripts are files beside the page, and it calls its own origin and those named.
 *
 * Swagger UI writes styles into the page; descriptions may show pictures from anywhere, and answers may be pictures or sounds themselves.
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
