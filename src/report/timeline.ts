import { aDay } from "../model/lifecycle";
import { html, type Markup } from "./html";
import type { Report, VersionReport } from "./report";
import type { Standing } from "./standing";

/** The versions on a line of time, as SVG: a bar for each, in pieces by what is answered when; none without a date. */
export function timeline({ versions, at }: Report): Markup | undefined {
  const dates = versions
    .flatMap(({ deprecated, sunset }) => [deprecated, sunset])
    .flatMap((date) => date ?? []);
  if (dates.length === 0) return undefined;
  const scale = scaleOf([...dates, at]);
  const height = top + versions.length * rowHeight + 8;
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="timeline-title">
    <title id="timeline-title">
      When each version is served, deprecated, and gone; the table below has the same dates
    </title>
    ${ticksOf(scale)
      .filter((tick) => Math.abs(placeOf(tick.getTime(), scale) - placeOf(at.getTime(), scale)) > 30)
      .map((tick) => tickLine(tick, scale, height))}
    ${versions.map((version, i) => bar(version, top + i * rowHeight, scale))} ${nowLine(at, scale, height)}
  </svg>`;
}

const width = 960;
const left = 130;
const right = 20;
const top = 46;
const rowHeight = 34;
const barHeight = 20;

/** The part of time that is drawn, in milliseconds. */
interface Scale {
  readonly from: number;
  readonly to: number;
}

/** A little more than what there is to show, and never less than two months. */
function scaleOf(dates: readonly Date[]): Scale {
  const times = dates.map((date) => date.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max((last - first) * 0.08, 30 * aDay);
  return { from: first - margin, to: last + margin };
}

/** The place of a moment, in the drawing's units. */
function placeOf(time: number, { from, to }: Scale): number {
  const part = (Math.min(Math.max(time, from), to) - from) / (to - from);
  return Math.round((left + part * (width - left - right)) * 10) / 10;
}

/** The first days of months, of which at most a dozen are drawn. */
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

function tickLine(tick: Date, scale: Scale, height: number): Markup {
  const x = placeOf(tick.getTime(), scale);
  return html`<line class="tick" x1="${x}" y1="${top - 10}" x2="${x}" y2="${height}" />
    <text class="tick-text" x="${x}" y="${top - 16}" text-anchor="middle"
      >${tick.toISOString().slice(0, 7)}</text
    >`;
}

function nowLine(at: Date, scale: Scale, height: number): Markup {
  const x = placeOf(at.getTime(), scale);
  return html`<line class="now" x1="${x}" y1="16" x2="${x}" y2="${height}" />
    <text class="now-text" x="${x}" y="12" text-anchor="middle"
      >today, ${at.toISOString().slice(0, 10)}</text
    >`;
}

/** A stretch of a version's time in which it stands the same. */
interface Stretch {
  readonly standing: Standing;
  readonly from: number;
  readonly to: number;
}

function bar({ version, deprecated, sunset, afterSunset }: VersionReport, y: number, scale: Scale): Markup {
  const end = afterSunset !== "serve" && sunset ? sunset.getTime() : scale.to;
  const turn = Math.min(deprecated?.getTime() ?? end, end);
  const stretches: readonly Stretch[] = [
    { standing: "served", from: scale.from, to: turn },
    { standing: "deprecated", from: turn, to: end },
    { standing: "gone", from: end, to: scale.to },
  ];
  return html`<text class="version-text" x="${left - 10}" y="${y + 15}" text-anchor="end"
      >${shortened(version)}</text
    >
    ${stretches.filter(({ from, to }) => to > from).map((stretch) => stretchBar(stretch, y, scale))}
    ${sunset && afterSunset === "serve" ? sunsetMark(sunset, y, scale) : undefined}`;
}

function stretchBar({ standing, from, to }: Stretch, y: number, scale: Scale): Markup {
  const [x, end] = [placeOf(from, scale), placeOf(to, scale)];
  const size = Math.max(Math.round((end - x) * 10) / 10, 1);
  const label = size > standing.length * 8 ? standing : undefined;
  return html`<rect
      class="bar ${classOf(standing)}"
      x="${x}"
      y="${y}"
      width="${size}"
      height="${barHeight}"
    />
    ${label && html`<text class="bar-text ${classOf(standing)}" x="${x + 6}" y="${y + 14.5}">${label}</text>`}`;
}

/** A sunset after which it is served all the same. */
function sunsetMark(sunset: Date, y: number, scale: Scale): Markup {
  const x = placeOf(sunset.getTime(), scale);
  return html`<line class="sunset" x1="${x}" y1="${y - 3}" x2="${x}" y2="${y + barHeight + 3}" />`;
}

/** A standing as a class of the page's styles. */
export function classOf(standing: Standing): string {
  return standing.replaceAll(" ", "-");
}

/** A version's name as there is room for. */
function shortened(version: string): string {
  return version.length > 16 ? `${version.slice(0, 15)}…` : version;
}
