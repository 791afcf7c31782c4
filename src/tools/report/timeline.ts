import { aDay, type Life } from "../../core/model/lifecycle";
import { html, type Markup } from "./html";
import type { VersionReport } from "./report";
import type { ReportedStanding } from "./standing";

/** Draws the time line as SVG: a bar for each version, with a part for each state; undefined if there are no dates. */
export function timeline(versions: readonly VersionReport[], at: Date): Markup | undefined {
  const dates = versions.flatMap(({ dates: own, released }) => [...(released ? [released] : []), ...own]);
  if (dates.length === 0) return undefined;
  const scale = scaleOf([...dates, at]);
  const height = top + versions.length * rowHeight + 4;
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="timeline-title">
    <title id="timeline-title">
      When each version is served, deprecated, in a brownout, and gone; the table below has the same dates
    </title>
    ${ticksOf(scale).map((tick) => tickLine(tick, at, scale, height))}
    ${versions.toReversed().map((version, i) => bar(version, top + i * rowHeight, scale))}
    ${nowLine(at, scale, height)}
  </svg>`;
}

const width = 960;
const left = 130;
const right = 20;
const top = 50;
const rowHeight = 36;
const barHeight = 24;
/** The minimum width of a brownout in the drawing, so that an hour remains visible among years. */
const leastBrownout = 4;
const letter = 7.5;

interface Scale {
  readonly from: number;
  readonly to: number;
}

/** Returns the range of the dates, with a margin of at least 30 days on both sides. */
function scaleOf(dates: readonly Date[]): Scale {
  const times = dates.map((date) => date.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max((last - first) * 0.08, 30 * aDay);
  return { from: first - margin, to: last + margin };
}

function positionAt(time: number, { from, to }: Scale): number {
  const part = (Math.min(Math.max(time, from), to) - from) / (to - from);
  return rounded(left + part * (width - left - right));
}

function rounded(size: number): number {
  return Math.round(size * 10) / 10;
}

/** Returns at most about a dozen marks: the first day of every month or, for a long time line, of every nth month. */
function ticksOf({ from, to }: Scale): readonly Date[] {
  const months = Math.max(1, (to - from) / (30.4 * aDay));
  const step =
    [1, 2, 3, 6, 12, 24, 60, 120].find((size) => months / size <= 12) ?? Math.ceil(months / 120) * 12;
  const start = new Date(from);
  const first = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth() + 1) / step) * step;
  const ticks: Date[] = [];
  for (let month = first; ; month += step) {
    const tick = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));
    if (tick.getTime() >= to) return ticks;
    ticks.push(tick);
  }
}

/** Draws the line of a month. Omits the month's label if the line of today would cross the label. */
function tickLine(tick: Date, at: Date, scale: Scale, height: number): Markup {
  const x = positionAt(tick.getTime(), scale);
  const isFree = Math.abs(x - positionAt(at.getTime(), scale)) > 30;
  return html`<line class="tick" x1="${x}" y1="${top - 10}" x2="${x}" y2="${height}" />
    ${isFree && html`<text class="tick-text" x="${x}" y="${top - 16}" text-anchor="middle">${tick.toISOString().slice(0, 7)}</text>`}`;
}

function nowLine(at: Date, scale: Scale, height: number): Markup {
  const x = positionAt(at.getTime(), scale);
  const middle = Math.min(Math.max(x, left + 40), width - 60);
  return html`<line class="now" x1="${x}" y1="18" x2="${x}" y2="${height}" />
    <text class="now-text" x="${middle}" y="12" text-anchor="middle"
      >today, ${at.toISOString().slice(0, 10)}</text
    >`;
}

interface Stretch {
  readonly standing: ReportedStanding;
  readonly from: number;
  readonly to: number;
}

function bar(version: VersionReport, y: number, scale: Scale): Markup {
  const { life, version: name } = version;
  const stretches = stretchesOf(version, scale);
  // Brownouts are drawn last: a short one is drawn wider than its time, and the next state would cover it.
  const isBrownout = ({ standing }: Stretch): boolean => standing === "browned out";
  const drawn = stretches.toSorted((one, other) => Number(isBrownout(one)) - Number(isBrownout(other)));
  return html`<text class="version-text" x="${left - 10}" y="${y + 17}" text-anchor="end"
      >${name.length > 16 ? `${name.slice(0, 15)}…` : name}</text
    >
    ${drawn.map((stretch) => stretchBar(stretch, life, { y, scale }))}
    ${life?.sunset && life.afterSunset === "serve" ? sunsetMark(life.sunset, y, scale) : undefined}`;
}

/** Divides the bar of a version at the times at which its state changes. */
function stretchesOf(
  { dates, standingOn, released }: VersionReport,
  { from: start, to }: Scale,
): readonly Stretch[] {
  const from = released?.getTime() ?? start;
  const times = dates.map((date) => date.getTime());
  const starts = [
    from,
    ...times.filter((time) => time > from && time < to).toSorted((one, other) => one - other),
  ];
  const pieces: Stretch[] = [];
  for (const begin of starts) {
    const standing = standingOn(new Date(begin));
    const last = pieces.at(-1);
    if (last?.standing === standing) continue;
    if (last) pieces.splice(-1, 1, { ...last, to: begin });
    pieces.push({ standing, from: begin, to });
  }
  return pieces;
}

function stretchBar(
  { standing, from, to }: Stretch,
  life: Life | undefined,
  { y, scale }: { readonly y: number; readonly scale: Scale },
): Markup {
  const [x, end] = [positionAt(from, scale), positionAt(to, scale)];
  const size = Math.max(rounded(end - x), standing === "browned out" ? leastBrownout : 1);
  const label = labelsOf(standing, life).find((text) => size > text.length * letter + 8);
  return html`<rect
      class="bar ${styleClassOf(standing)}"
      x="${x}"
      y="${y}"
      width="${size}"
      height="${barHeight}"
      rx="3"
    >
      <title>${labelsOf(standing, life)[0]}${periodOf({ from, to }, scale)}</title>
    </rect>
    ${label !== undefined && html`<text class="bar-text ${styleClassOf(standing)}" x="${x + 6}" y="${y + 16.5}">${label}</text>`}`;
}

function labelsOf(standing: ReportedStanding, life: Life | undefined): readonly string[] {
  return standing === "gone" && life?.afterSunset === "successor"
    ? [`gone: ${String(life.successor)} answers`, standing]
    : [standing];
}

/** Writes a period: ` from 2026-01-01 to 2026-07-01`. Omits dates outside of the drawing. */
function periodOf({ from, to }: Pick<Stretch, "from" | "to">, scale: Scale): string {
  return (from > scale.from ? ` from ${timeAt(from)}` : "") + (to < scale.to ? ` to ${timeAt(to)}` : "");
}

function timeAt(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T00:00", "").replace("T", " ");
}

/** Draws a line at a sunset after which the version is still served. */
function sunsetMark(sunset: Date, y: number, scale: Scale): Markup {
  const x = positionAt(sunset.getTime(), scale);
  return html`<line class="sunset" x1="${x}" y1="${y - 3}" x2="${x}" y2="${y + barHeight + 3}">
    <title>sunset at ${timeAt(sunset.getTime())}, but still served</title>
  </line>`;
}

export function styleClassOf(standing: ReportedStanding): string {
  return standing.replaceAll(" ", "-");
}
