/** A bar of a chart. */
interface Bar {
  readonly name: string;
  readonly value: number;
}

const width = 760;
const left = 280;
const right = 60;
const rowHeight = 26;
const top = 48;

/**
 * A chart of horizontal bars as SVG, the longest first; this package's stand out. Its colours follow the reader's, light or dark.
 *
 * A line stands at 1: the server that the others are held against.
 */
export function barChart(title: string, bars: readonly Bar[]): string {
  const sorted = bars.toSorted((one, other) => other.value - one.value);
  const longest = Math.max(1, ...sorted.map(({ value }) => value));
  const scale = (value: number): number => (value / longest) * (width - left - right);
  const height = top + sorted.length * rowHeight + 12;
  const one = left + scale(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600; font-size: 15px }
.bar { fill: #8c959f }
.ours { fill: #0969da }
line { stroke: #57606a; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .bar { fill: #6e7681 } .ours { fill: #58a6ff } line { stroke: #8b949e } }
</style>
<text class="title" x="8" y="24">${escaped(title)}</text>
${sorted.map((bar, i) => barAt(bar, i, scale)).join("\n")}
<line x1="${one.toFixed(1)}" y1="${top - 8}" x2="${one.toFixed(1)}" y2="${height - 8}" />
</svg>
`;
}

function barAt({ name, value }: Bar, i: number, scale: (value: number) => number): string {
  const y = top + i * rowHeight;
  const kind = name.startsWith("ours") ? "bar ours" : "bar";
  return [
    `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${escaped(name)}</text>`,
    `<rect class="${kind}" x="${left}" y="${y}" width="${scale(value).toFixed(1)}" height="18" rx="3" />`,
    `<text x="${(left + scale(value) + 6).toFixed(1)}" y="${y + 14}">${value.toFixed(2)}</text>`,
  ].join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
