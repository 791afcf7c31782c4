import type { UsageCount } from "../model/usage";
import { html, type Markup } from "./html";
import type { CellReport, Report, RouteReport, VersionReport } from "./report";
import type { AfterSunset } from "../model/lifecycle";
import type { Standing } from "./standing";
import { style } from "./style";
import { classOf, timeline } from "./timeline";

/** Where the report is shown: beneath a documentation page, which it then links. */
export interface PagePlace {
  readonly docs?: string;
}

/** The report as one file of HTML: no script, nothing loaded, every text of the application escaped. */
export function reportPage(report: Report, { docs }: PagePlace = {}): string {
  const { title, at, versions } = report;
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Versions of ${title}</title>
        ${{ markup: `<style>${style}</style>` }}
      </head>
      <body>
        <main>
          <h1>Versions of ${title}</h1>
          <p class="soft">
            As of ${at.toISOString().slice(0, 16).replace("T", " ")}
            UTC.${docs !== undefined && html` <a href="${docs}">The documentation</a>`}
          </p>
          <ul class="legend" aria-label="Colours">
            ${standings.map((standing) => html`<li>${chip(standing)}</li>`)}
          </ul>
          ${versions.length === 0 ? html`<p>No route has a version.</p>` : versionSections(report)}
          <h2 id="routes">Routes</h2>
          ${routeTable(report)}
        </main>
      </body>
    </html> `;
  return markup;
}

const standings: readonly Standing[] = ["preview", "served", "deprecated", "browned out", "gone"];

function versionSections(report: Report): Markup {
  const drawn = timeline(report);
  return html`${
      drawn &&
      html`<h2 id="timeline">Timeline</h2>
        ${scrollable("Timeline", drawn)}`
    }
    <h2 id="versions">Versions</h2>
    ${scrollable("Versions", versionTable(report))}`;
}

/** A region that is wider than a small screen; the keyboard scrolls it once it has the focus. */
function scrollable(name: string, content: Markup): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}">${content}</div>`;
}

function versionTable({ versions, isCounted }: Report): Markup {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Version</th>
        <th scope="col">State</th>
        <th scope="col">Deprecated</th>
        <th scope="col">Sunset</th>
        <th scope="col">Then</th>
        <th scope="col" class="number">Routes</th>
        ${
          isCounted &&
          html`<th scope="col" class="number">Calls</th>
            <th scope="col">Last call</th>`
        }
        <th scope="col">What changed</th>
      </tr>
    </thead>
    <tbody>
      ${versions.toReversed().map((version) => versionRow(version, isCounted))}
    </tbody>
  </table>`;
}

function versionRow(report: VersionReport, isCounted: boolean): Markup {
  const { version, standing, deprecated, sunset, routes, usage, changes } = report;
  return html`<tr>
    <th scope="row">${version}</th>
    <td>${chip(standing)}</td>
    <td>${dayOf(deprecated)}</td>
    <td>${dayOf(sunset)}</td>
    <td>${whatFollows(report)}</td>
    <td class="number">${routes}</td>
    ${
      isCounted &&
      html`<td class="number">${usage.calls.toLocaleString("en")}</td>
        <td class="date">${usage.last?.slice(0, 10) ?? "never"}</td>`
    }
    <td>
      ${
        changes.length > 0 &&
        html`<ul>
          ${changes.map((change) => html`<li>${change}</li>`)}
        </ul>`
      }
    </td>
  </tr> `;
}

function whatFollows({ sunset, afterSunset, successor, link }: VersionReport): Markup {
  const then = sunset && afterwards[afterSunset];
  const parts = [
    ...(then === undefined ? [] : [html`<span class="detail">${then}</span>`]),
    ...(successor === undefined ? [] : [html`<span class="detail">version ${successor}</span>`]),
    ...(link === undefined ? [] : [html`<span class="detail">${linkTo(link)}</span>`]),
  ];
  return html`${parts}`;
}

const afterwards: Readonly<Record<AfterSunset, string>> = {
  serve: "served on",
  gone: "410",
  successor: "served by its successor",
};

/** Only the web's addresses are links: another scheme could run what it holds. */
function linkTo(address: string): Markup {
  return /^https?:\/\//i.test(address) ? html`<a href="${address}">what to do</a>` : html`${address}`;
}

function routeTable({ rows, versions, isCounted }: Report): Markup {
  if (rows.length === 0) return html`<p>There are no routes.</p>`;
  const heads = versions.map(({ version }) => html`<th scope="col">${version}</th>`);
  return scrollable(
    "Routes by version",
    html`<table>
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
    <th scope="row" class="route">${name}${isHidden && html`<span class="detail">hidden</span>`}</th>
    ${cells.map((cell) => html`<td>${cell ? cellOf(cell, isCounted) : html`<span class="soft">–</span>`}</td>`)}
  </tr> `;
}

function cellOf(cell: CellReport, isCounted: boolean): Markup {
  const { isNeutral, starts, ends, sunset, usage, standing } = cell;
  const words = [
    ...(isNeutral ? ["neutral"] : []),
    ...(starts ? ["starts"] : []),
    ...(ends ? ["ends"] : []),
    ...(sunset ? [`sunset ${dayOf(sunset)}`] : []),
    ...(isCounted ? [callsOf(usage)] : []),
  ];
  return html`${chip(standing)}${words.map((word) => html`<span class="detail">${word}</span>`)}`;
}

function callsOf({ calls, last }: UsageCount): string {
  if (calls === 0) return "no calls";
  const counted = calls === 1 ? "1 call" : `${calls.toLocaleString("en")} calls`;
  return last === undefined ? counted : `${counted}, last ${last.slice(0, 10)}`;
}

function chip(standing: Standing): Markup {
  return html`<span class="chip ${classOf(standing)}">${standing}</span>`;
}

function dayOf(date: Date | undefined): string {
  return date?.toISOString().slice(0, 10) ?? "";
}
