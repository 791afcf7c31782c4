import { createHash } from "node:crypto";

/** The styles of each state. `reportStyle` defines their colours. */
const stateStyles = ["served", "deprecated", "browned-out", "gone", "preview"]
  .map(
    (state) => `
.${state} { background: var(--${state}); color: var(--${state}-text); fill: var(--${state}); }
.${state}-edge { border-color: var(--${state}-edge); }
.routes thead .${state}-edge { border-left-color: var(--page); }
.news .${state}-edge { border-left-color: var(--${state}-edge); }
svg .bar-text.${state} { fill: var(--${state}-text); }`,
  )
  .join("");

/** The styles of the report. They load nothing: the report is one file with a strict Content-Security-Policy. */
export const reportStyle = `
:root { color-scheme: light dark; --page: #ffffff; --text: #1a1d21; --soft: #5b6470; --line: #d5dae0; --head: #f3f5f7;
  --focus: #0b57d0; --link: #0b57d0;
  --served: #d3f2dc; --served-text: #0e4424; --served-edge: #2f9e5f;
  --deprecated: #ffefb0; --deprecated-text: #574000; --deprecated-edge: #c99700;
  --browned-out: #ffc68a; --browned-out-text: #5e2700; --browned-out-edge: #c2560a;
  --gone: #f7cfd0; --gone-text: #6f1116; --gone-edge: #b3262d;
  --preview: #d4e6ff; --preview-text: #0c3a6e; --preview-edge: #3b82d6; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --text: #e8eaed; --soft: #a5adb8; --line: #3a4149; --head: #1f2429;
  --focus: #8ab4f8; --link: #8ab4f8;
  --served: #12402a; --served-text: #c4f0d3; --served-edge: #3fae70;
  --deprecated: #4a3a00; --deprecated-text: #ffe690; --deprecated-edge: #d8ac1f;
  --browned-out: #7a3a00; --browned-out-text: #ffdcb8; --browned-out-edge: #f08a3c;
  --gone: #571b1f; --gone-text: #ffcfd1; --gone-edge: #e0656b;
  --preview: #12365f; --preview-text: #cfe3ff; --preview-edge: #6aa7ea; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.25rem 3rem; max-width: 80rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .6rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { background: var(--head); white-space: nowrap; }
tbody tr:last-child > * { border-bottom: 0; }
tbody th { font-weight: 600; min-width: 7rem; overflow-wrap: anywhere; }
.whole { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.route { position: sticky; left: 0; min-width: min(13rem, 40vw); max-width: 16rem; background: var(--page); font-family: ui-monospace, monospace; font-weight: 500;
  border-right: 1px solid var(--line); }
thead .route { font-family: inherit; font-weight: 700; background: var(--head); }
.routes td { border-left: 2px solid var(--page); border-bottom: 2px solid var(--page); }
.routes thead th { border-bottom-width: 4px; border-left: 2px solid var(--page); }
.routes .none { text-align: center; vertical-align: middle; }
td > .detail { white-space: nowrap; }
.cell .detail { color: inherit; }
.chip { display: inline-block; padding: 0 .55rem; border-radius: 999px; white-space: nowrap; font-size: .86rem; font-weight: 600; }
${stateStyles}
.detail { display: block; font-size: .82rem; font-weight: 400; color: var(--soft); }
.summary { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; padding: 0; margin: 1rem 0 0; list-style: none; font-size: 1.15rem;
  font-weight: 600; font-variant-numeric: tabular-nums; }
.news { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: .9rem; }
.news section { border: 1px solid var(--line); border-left-width: 5px; border-radius: 6px; padding: .7rem .9rem; }
.news ul { margin: .3rem 0 0; padding-left: 1.1rem; }
.news li { margin: .25rem 0; }
svg { display: block; width: 100%; min-width: 40rem; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--text); }
svg .tick { stroke: var(--line); }
svg .tick-text { fill: var(--soft); font-size: 11px; }
svg .now { stroke: var(--text); stroke-width: 1.5; stroke-dasharray: 4 3; }
svg .now-text { font-weight: 600; }
svg .version-text { font-weight: 600; font-size: 13px; }
svg .bar { stroke: var(--page); stroke-width: 1; }
svg .bar.browned-out { fill: var(--browned-out-edge); }
svg .sunset { stroke: var(--gone-edge); stroke-width: 3; }
svg .bar-text { pointer-events: none; }
svg .bar-text.browned-out { fill: var(--page); }
@media (max-width: 44rem) { .scroll::before { content: "Scroll sideways for the rest \\2192"; position: sticky; left: 0; display: inline-block; padding: .3rem .75rem;
  color: var(--soft); font-size: .82rem; } }
@media print { body { max-width: none; } .scroll { overflow: visible; } .scroll::before { display: none; } }
`;

/** The styles of the guide. They load nothing: the guide is one file with a strict Content-Security-Policy. */
export const guideStyle = `
:root { color-scheme: light dark; --page: #ffffff; --text: #1a1d21; --soft: #5b6470; --line: #d5dae0; --head: #f3f5f7;
  --link: #0b57d0; --before: #b3262d; --before-page: #fdf3f3; --after: #24784a; --after-page: #f0faf4; --note: #fff6d6; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --text: #e8eaed; --soft: #a5adb8; --line: #3a4149; --head: #1f2429;
  --link: #8ab4f8; --before: #e0656b; --before-page: #2a1b1d; --after: #3fae70; --after-page: #16261d; --note: #3a3210; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 64rem; background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .1rem 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.5rem 0 .35rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: .35rem 0; overflow-wrap: anywhere; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.soft { color: var(--soft); }
.life { padding-left: .9rem; border-left: 4px solid var(--before); }
nav { margin: 1.5rem 0 0; padding: .75rem 1rem; background: var(--head); border: 1px solid var(--line); border-radius: 8px; }
nav ul { margin: 0; }
ul { margin: .5rem 0; padding-left: 1.4rem; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; margin-top: .6rem; }
figure { margin: 0; min-width: 0; border: 1px solid var(--line); border-top: 4px solid var(--before); border-radius: 8px;
  background: var(--before-page); overflow: hidden; }
figure.after { border-top-color: var(--after); background: var(--after-page); }
figcaption { padding: .4rem .8rem; font-size: .88rem; font-weight: 600; border-bottom: 1px solid var(--line); }
figure p { padding: .5rem .8rem; margin: 0; }
pre { margin: 0; padding: .7rem .8rem; overflow-x: auto; font-size: .9rem; line-height: 1.5; }
pre code { overflow-wrap: normal; }
.note { margin-top: .7rem; padding: .5rem .8rem; background: var(--note); border-radius: 6px; }
@media (max-width: 40rem) { body { padding: 1.25rem 1rem 3rem; } h1 { font-size: 1.5rem; } .sides { grid-template-columns: minmax(0, 1fr); } }
@media print { :root { color-scheme: light; --page: #ffffff; --text: #000000; --soft: #333333; --line: #999999; --head: #ffffff;
    --before-page: #ffffff; --after-page: #ffffff; --note: #ffffff; }
  body { max-width: none; padding: 0; } nav { display: none; } figure { break-inside: avoid; } h2, h3 { break-after: avoid; }
  pre { white-space: pre-wrap; overflow: visible; } pre code { overflow-wrap: anywhere; } .note { border: 1px solid var(--line); } }
`;

export const reportPolicy = policyOf({ "style-src": [`'sha256-${hashOf(reportStyle)}'`] });

export const guidePolicy = policyOf({ "style-src": [`'sha256-${hashOf(guideStyle)}'`] });

/**
 * The Content-Security-Policy of a page with Swagger UI, which writes styles into the page, and sends requests to
 * `origins`. Descriptions may contain pictures of any origin, and responses may be pictures or sounds.
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
