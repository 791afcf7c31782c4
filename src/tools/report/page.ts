import {
  aDay,
  brownoutsToCome,
  type AfterSunset,
  type Brownout,
  type Life,
} from "../../core/model/lifecycle";
import type { CallCount } from "../../records/usage-counts";
import { html, linkTo, type Markup, pageOf, withCode } from "./html";
import type { CellReport, ChangeReport, Report, RouteReport, VersionReport } from "./report";
import type { ReportedStanding } from "./standing";
import { reportStyle } from "./style";
import { styleClassOf, timeline } from "./timeline";

/** Writes the report as one HTML file, which has no scripts and loads nothing. `docs` is the documentation's URL. */
export function reportPage(report: Report, { docs }: { readonly docs?: string } = {}): string {
  const { title, at, versions, retired } = report;
  const main = html`<h1>Versions of ${title}</h1>
    <p class="soft">
      As of ${shownMinute(at)} UTC.${docs !== undefined && html` <a href="${docs}">The documentation</a>`}
    </p>
    ${versions.length === 0 && retired.length === 0 ? html`<p>No route has a version.</p>` : versionSections(report, docs)}
    <h2 id="routes">Routes</h2>
    ${routeTable(report)}`;
  return pageOf(`Versions of ${title}`, reportStyle, main);
}

const standings: readonly ReportedStanding[] = ["preview", "served", "deprecated", "browned out", "gone"];

function versionSections(report: Report, docs: string | undefined): Markup {
  const { versions, retired } = report;
  const all = [...retired, ...versions];
  const drawn = timeline(all, report.at);
  return html`<ul class="summary" aria-label="Versions by state">
      ${standings.map((standing) => {
        const count = all.filter((version) => version.standing === standing).length;
        return html`<li>${chip(standing)} ${count}</li>`;
      })}
    </ul>
    ${
      drawn &&
      html`<h2 id="timeline">Timeline</h2>
        ${scrollable("Timeline", drawn)}`
    }
    <h2 id="versions">Versions</h2>
    ${scrollable("Versions", versionTable(report, docs))} ${newsOf(versions)}`;
}

/** Wraps content, so that readers can scroll it on a narrow screen, even with the keyboard. */
export function scrollable(name: string, content: Markup): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}">${content}</div>`;
}

function versionTable(report: Report, docs: string | undefined): Markup {
  const { versions, retired, isCounted } = report;
  return html`<table>
    <thead>
      <tr>
        ${versionHeads(isCounted)}
      </tr>
    </thead>
    <tbody>
      ${versions.toReversed().map((version) => versionRow(version, report, guideLink(version, versions, docs)))}
      ${retired.toReversed().map((version) => versionRow(version, report, undefined))}
    </tbody>
  </table>`;
}

export function versionHeads(isCounted: boolean): Markup {
  return html`${["Version", "State", "Deprecated", "Sunset", "Then"].map((title) => columnHead(title))}
  ${columnHead("Routes", "number")}
  ${isCounted && html`${columnHead("Calls", "number")}${columnHead("Last call")}`}`;
}

export function columnHead(title: string, style?: string): Markup {
  return style === undefined
    ? html`<th scope="col">${title}</th> `
    : html`<th scope="col" class="${style}">${title}</th> `;
}

/** Creates a link to a guide; undefined without `docs`, for a preview, and for the newest version itself. */
function guideLink(
  { version, standing }: VersionReport,
  versions: readonly VersionReport[],
  docs: string | undefined,
): Markup | undefined {
  const newest = versions.filter((one) => one.standing !== "preview").at(-1)?.version;
  if (docs === undefined || newest === undefined || version === newest || standing === "preview") {
    return undefined;
  }
  const path = `${docs}guide/${encodeURIComponent(version)}/${encodeURIComponent(newest)}`;
  return details(html`<a href="${path}">guide to version ${newest}</a>`);
}

function versionRow(version: VersionReport, report: Report, guide: Markup | undefined): Markup {
  return html`<tr>
    ${versionCells(version, report, guide)}
  </tr> `;
}

/** Writes the cells of one version, for the columns of {@link versionHeads}. */
export function versionCells(
  report: VersionReport,
  { at, isCounted }: Pick<Report, "at" | "isCounted">,
  guide: Markup | undefined,
): Markup {
  const { version, standing, life, routes, usage, isRetired } = report;
  return html`<th scope="row" class="${version.length > 16 ? "" : "whole"}">${version}</th>
    <td>
      ${chip(standing)}${brownoutsToCome(life, at).map((brownout) => details(brownoutInWords(brownout, at)))}
    </td>
    <td class="whole">${dateCell(life?.deprecated, at)}</td>
    <td class="whole">${dateCell(life?.sunset, at)}</td>
    <td>${whatFollows(life)}${guide}</td>
    <td class="number">${routes}</td>
    ${
      isCounted &&
      html`<td class="number">${!isRetired && usage.calls.toLocaleString("en")}</td>
        <td class="whole">${!isRetired && (usage.last?.slice(0, 10) ?? "never")}</td>`
    } `;
}

function dateCell(date: Date | undefined, at: Date): Markup | undefined {
  return date && html`${shownDay(date)}${details(distanceOf(date, at))}`;
}

function distanceOf(date: Date, at: Date): string {
  const days = Math.round((date.getTime() - at.getTime()) / aDay);
  if (days === 0) return "today";
  const count = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days).toLocaleString("en")} days`;
  return days > 0 ? `in ${count}` : `${count} ago`;
}

function brownoutInWords({ from, to }: Brownout, at: Date): string {
  return from <= at ? `410 until ${shownMinute(to)}` : `410 from ${shownMinute(from)} to ${shownMinute(to)}`;
}

function whatFollows(life: Life | undefined): Markup | undefined {
  if (!life) return undefined;
  const { sunset, link, successor } = life;
  return html`${sunset && details(afterSunsetWords[life.afterSunset])}${
    successor !== undefined && details(`version ${successor}`)
  }${link !== undefined && details(linkTo(link, "what to do"))}`;
}

const afterSunsetWords: Readonly<Record<AfterSunset, string>> = {
  serve: "served on",
  gone: "410",
  successor: "served by its successor",
};

/** Lists the news of each version, newest first: its changes, and routes that begin or end. */
function newsOf(versions: readonly VersionReport[]): Markup | undefined {
  const withNews = versions.filter(
    ({ changes, started, ending }) => changes.length + started.length + ending.length > 0,
  );
  if (withNews.length === 0) return undefined;
  return html`<h2 id="changes">What changed</h2>
    <div class="news">${withNews.toReversed().map(newsOfVersion)}</div>`;
}

function newsOfVersion({ version, standing, changes, started, ending }: VersionReport): Markup {
  return html`<section class="${styleClassOf(standing)}-edge">
    <h3>${version}</h3>
    <ul>
      ${changes.map(changeItem)} ${started.map((name) => html`<li>starts: <code>${name}</code></li>`)}
      ${ending.map((name) => html`<li>ends: <code>${name}</code></li>`)}
    </ul>
  </section> `;
}

function changeItem({ Description, Routes, usage }: ChangeReport): Markup {
  return html`<li>
    ${withCode(Description)}
    <span class="detail">${Routes.map((route) => html`<code>${route}</code> `)}</span>
    ${usage && details(callsBefore(usage))}
  </li> `;
}

function callsBefore(usage: NonNullable<ChangeReport["usage"]>): string {
  if (usage.calls === 0) return "older versions: no calls";
  const { touched } = usage;
  return `older versions: ${callsOf(usage)}, ${touched === undefined ? "touched: not known" : `${touched.toLocaleString("en")} touched`}`;
}

function routeTable({ rows, versions, isCounted }: Report): Markup {
  if (rows.length === 0) return html`<p>There are no routes.</p>`;
  const heads = versions.map(
    ({ version, standing }) => html`<th scope="col" class="${styleClassOf(standing)}-edge">${version}</th>`,
  );
  return scrollable(
    "Routes by version",
    html`<table class="routes">
      <thead>
        <tr>
          <th scope="col" class="route">Route</th>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => routeRow(row, isCounted))}
      </tbody>
    </table>`,
  );
}

function routeRow({ name, isHidden, cells }: RouteReport, isCounted: boolean): Markup {
  return html`<tr>
    <th scope="row" class="route">${name}${isHidden && details("hidden")}</th>
    ${cells.map((cell) => (cell ? cellOf(cell, isCounted) : html`<td class="soft none">–</td>`))}
  </tr> `;
}

function cellOf(cell: CellReport, isCounted: boolean): Markup {
  const { isNeutral, starts, ends, sunset, usage, standing } = cell;
  const words = [
    ...(isNeutral ? ["neutral"] : []),
    ...(starts ? ["starts"] : []),
    ...(ends ? ["ends"] : []),
    ...(sunset ? [`sunset ${shownDay(sunset)}`] : []),
    ...(isCounted ? [callsOf(usage)] : []),
  ];
  return html`<td class="cell ${styleClassOf(standing)}"><b>${standing}</b>${words.map(details)}</td>`;
}

function callsOf({ calls, last }: CallCount): string {
  if (calls === 0) return "no calls";
  const counted = calls === 1 ? "1 call" : `${calls.toLocaleString("en")} calls`;
  return last === undefined ? counted : `${counted}, last ${last.slice(0, 10)}`;
}

function chip(standing: ReportedStanding): Markup {
  return html`<span class="chip ${styleClassOf(standing)}">${standing}</span>`;
}

function details(text: string | Markup): Markup {
  return html`<span class="detail">${text}</span>`;
}

function shownDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function shownMinute(date: Date): string {
  return date.toISOString().slice(0, 16).replace("T", " ");
}
