import { html, pageOf, type Markup } from "./html";
import { columnHead, scrollable, shownMinute, versionCells, versionHeads } from "./page";
import type { Report, VersionReport } from "./report";
import { reportStyle } from "./style";

/** One service, and the module that exports its App. */
export interface Service {
  readonly module: string;
  readonly report: Report;
}

/** A version of a service. `version` is undefined for a service without versions, which has one row. */
export interface FleetRow extends Service {
  /** The title of the service, with its module if another service has the same title. */
  readonly name: string;
  readonly version: VersionReport | undefined;
}

/** Lists the versions of all services: first those with an end to come, the next end first; those that are gone last. */
export function fleetOf(services: readonly Service[]): readonly FleetRow[] {
  const titles = services.map(({ report }) => report.title);
  const rows = services.flatMap(({ module, report }) => {
    const isNamedTwice = titles.filter((title) => title === report.title).length > 1;
    const name = isNamedTwice ? `${report.title} (${module})` : report.title;
    const versions = [...report.retired, ...report.versions];
    return (versions.length === 0 ? [undefined] : versions).map((version) => ({
      module,
      report,
      name,
      version,
    }));
  });
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ version, report }: FleetRow): number {
  if (version?.standing === "gone") return Number.MAX_VALUE;
  const sunset = version?.life?.sunset;
  return sunset && sunset > report.at ? sunset.getTime() : Number.MAX_SAFE_INTEGER;
}

/** Writes the table as one HTML file, which has no scripts and loads nothing. */
export function fleetPage(rows: readonly FleetRow[], at: Date): string {
  const title = "Versions of all services";
  const isCounted = rows.some(({ report }) => report.isCounted);
  const table = html`<table>
    <thead>
      <tr>
        ${columnHead("Service")}${versionHeads(isCounted)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(fleetRow)}
    </tbody>
  </table>`;
  const main = html`<h1>${title}</h1>
    <p class="soft">As of ${shownMinute(at)} UTC.</p>
    ${scrollable("Versions", table)}`;
  return pageOf(title, reportStyle, main);
}

function fleetRow({ name, version, report }: FleetRow): Markup {
  return html`<tr>
    <th scope="row">${name}</th>
    ${version ? versionCells(version, report, undefined) : html`<td class="soft">no versions</td>`}
  </tr> `;
}
