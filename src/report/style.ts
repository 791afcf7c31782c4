/** The styles of the report; it loads nothing, so that it is one file, and works under a strict policy of content. */
export const style = `
:root { color-scheme: light dark; --page: #ffffff; --text: #1a1d21; --soft: #5b6470; --line: #d5dae0; --head: #f3f5f7;
  --focus: #0b57d0; --link: #0b57d0;
  --served: #d3f2dc; --served-text: #0e4424; --deprecated: #ffefb0; --deprecated-text: #574000;
  --browned-out: #ffd3a3; --browned-out-text: #6b2d00; --gone: #f7cfd0; --gone-text: #6f1116;
  --preview: #d4e6ff; --preview-text: #0c3a6e; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --text: #e8eaed; --soft: #a5adb8; --line: #3a4149; --head: #1f2429;
  --focus: #8ab4f8; --link: #8ab4f8;
  --served: #12402a; --served-text: #c4f0d3; --deprecated: #4a3a00; --deprecated-text: #ffe690;
  --browned-out: #5c2c00; --browned-out-text: #ffd3a8; --gone: #571b1f; --gone-text: #ffcfd1;
  --preview: #12365f; --preview-text: #cfe3ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.25rem 3rem; max-width: 76rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; }
.soft { color: var(--soft); }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { padding: .45rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { background: var(--head); white-space: nowrap; }
tbody tr:last-child > * { border-bottom: 0; }
tbody th { font-weight: 600; min-width: 7rem; overflow-wrap: anywhere; }
.date { white-space: nowrap; }
.route { position: sticky; left: 0; background: var(--page); font-family: ui-monospace, monospace; font-weight: 500; }
thead .route { font-family: inherit; font-weight: 700; background: var(--head); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td ul { margin: 0; padding-left: 1.1rem; }
.chip { display: inline-block; padding: 0 .5rem; border-radius: 999px; white-space: nowrap; font-size: .86rem; }
.served { background: var(--served); color: var(--served-text); fill: var(--served); }
.deprecated { background: var(--deprecated); color: var(--deprecated-text); fill: var(--deprecated); }
.browned-out { background: var(--browned-out); color: var(--browned-out-text); fill: var(--browned-out); }
.gone { background: var(--gone); color: var(--gone-text); fill: var(--gone); }
.preview { background: var(--preview); color: var(--preview-text); fill: var(--preview); }
.detail { display: block; font-size: .82rem; color: var(--soft); white-space: nowrap; }
.legend { display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: .5rem 0; list-style: none; }
svg { display: block; width: 100%; min-width: 40rem; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--text); }
svg .tick { stroke: var(--line); }
svg .tick-text { fill: var(--soft); font-size: 11px; }
svg .now { stroke: var(--text); stroke-width: 1.5; stroke-dasharray: 4 3; }
svg .now-text { font-weight: 600; }
svg .version-text { font-weight: 600; font-size: 13px; }
svg .bar { stroke: var(--page); stroke-width: 1; }
svg .sunset { stroke: var(--gone-text); stroke-width: 3; }
svg .bar-text.served { fill: var(--served-text); }
svg .bar-text.deprecated { fill: var(--deprecated-text); }
svg .bar-text.browned-out { fill: var(--browned-out-text); }
svg .bar-text.gone { fill: var(--gone-text); }
svg .bar-text.preview { fill: var(--preview-text); }
@media print { body { max-width: none; } .scroll { overflow: visible; } }
`;
