import type {
  Guide,
  GuideChange,
  GuideRoute,
  GuideSample,
  MovedRoute,
  ReplacedRoute,
  SampleSides,
} from "./guide";
import { guideStyle } from "./style";
import {
  assumptionInWords,
  changeHeading,
  restInWords,
  sampleTitle,
  sideText,
  sideTitles,
  otherStatusInWords,
  stepNotes,
} from "./guide-words";
import type { Version } from "../model/version";
import { html, linkTo, type Markup, withCode } from "./html";
import type { PagePlace } from "./page";

/** The guide as one HTML file: without scripts and loaded files, and with every text of the application escaped. */
export function guidePage(guide: Guide, { docs }: PagePlace = {}): string {
  const { title, from, to, lives, changes } = guide;
  const heading = `From version ${from} to ${to}`;
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${heading}: ${title}</title>
        ${{ markup: `<style>${guideStyle}</style>` }}
      </head>
      <body>
        <header>
          <p class="soft">
            ${title}${docs !== undefined && html` · <a href="${docs}">The documentation</a>`}
          </p>
          <h1>${heading}</h1>
          ${lives.map(
            ({ version, text, link }) =>
              html`<p class="life">
                <b>Version ${version}</b> ${text} ${link !== undefined && linkTo(link, "What to do")}
              </p>`,
          )}
          ${namingSection(guide)} ${docs !== undefined && documentLink(docs, to)}
        </header>
        ${changes.length > 1 && contents(guide)}
        <main>
          ${changes.map(changeSection)}${routes(guide)}
          <p class="rest">${restInWords(guide)}</p>
        </main>
      </body>
    </html> `;
  return markup;
}

function namingSection(guide: Guide): Markup | undefined {
  const { naming: ways, to } = guide;
  if (ways.length === 0) return undefined;
  const said = ways.map(
    ({ was, is }, i) =>
      html`${i > 0 && ", or "}<code>${is}</code>${was !== is && html` instead of <code>${was}</code>`}`,
  );
  const assumption = assumptionInWords(guide);
  return html`<p>Requests name version ${to}: ${said}</p>
    ${assumption !== undefined && html`<p>${assumption}</p>`}`;
}

/** Generated clients are generated anew; the compiler then leads through the changes. */
function documentLink(docs: string, to: Version): Markup {
  const path = `${docs}openapi/${encodeURIComponent(to)}.json`;
  return html`<p>To generate a client: <a href="${path}">the OpenAPI document of version ${to}</a></p>`;
}

function contents({ changes }: Guide): Markup {
  return html`<nav aria-label="Changes">
    <ol>
      ${changes.map((change, i) => html`<li><a href="#${idOf(i)}">${withCode(changeHeading(change))}</a></li> `)}
    </ol>
  </nav>`;
}

function idOf(i: number): string {
  return `change-${i + 1}`;
}

function changeSection(change: GuideChange, i: number): Markup {
  const { version, routes: names, isBehaviour, samples } = change;
  return html`<section id="${idOf(i)}" aria-labelledby="${idOf(i)}-title">
    <h2 id="${idOf(i)}-title">${withCode(changeHeading(change))}</h2>
    <p class="soft">
      Since version ${version}.${isBehaviour && " The behaviour changed, not only the format."}
    </p>
    <ul class="routes" aria-label="Routes">
      ${names.map((name) => html`<li>${movedRoute(name)}</li> `)}
    </ul>
    ${samples.map(sampleBlock)}
  </section> `;
}

function sampleBlock(sample: GuideSample): Markup {
  const { way, places, sides } = sample;
  return html`<h3>${sampleTitle(way)}</h3>
    <p class="places">${places.map((place) => html`<code>${place}</code> `)}</p>
    ${sidesBlock(sides, way)}
    ${stepNotes(sample).map(({ title, text }) => html`<p class="note">${title} ${withCode(text)}</p> `)} `;
}

function sidesBlock(sides: SampleSides, way: GuideSample["way"]): Markup {
  if ("failure" in sides) return html`<p class="note">No example: ${sides.failure}.</p>`;
  const titles = sideTitles(way);
  return html`<div class="sides">
    ${figure(titles.before, sides.before, "before")} ${figure(titles.after, sides.after, "after")}
  </div>`;
}

/** A long line scrolls within its figure; with the focus in it, the keyboard scrolls it. */
function figure(title: string, value: unknown, side: "before" | "after"): Markup {
  const text = sideText(value);
  return html`<figure class="${side}">
    <figcaption>${title}</figcaption>
    ${text === undefined ? html`<p class="soft">Nothing.</p>` : html`<pre tabindex="0" aria-label="${title}"><code>${text}</code></pre>`}
  </figure>`;
}

function routes({ came, ended, moved, replaced, statuses }: Guide): Markup | undefined {
  const lists = [
    ["Moved", moved.map(movedRoute)],
    ["Answered by another route", replaced.map(replacedRoute)],
    [
      "Another status",
      statuses.map((one) => html`<code>${one.name}</code> answers ${otherStatusInWords(one)}`),
    ],
    ["New", came.map(routeMarkup)],
    ["Ended", ended.map(routeMarkup)],
  ] as const;
  const told = lists.filter(([, names]) => names.length > 0);
  if (told.length === 0) return undefined;
  return html`<section id="routes" aria-labelledby="routes-title">
    <h2 id="routes-title">Routes</h2>
    ${told.map(
      ([name, names]) =>
        html`<h3>${name}</h3>
          <ul class="routes">
            ${names.map((one) => html`<li>${one}</li> `)}
          </ul> `,
    )}
  </section>`;
}

function routeMarkup({ name, summary }: GuideRoute): Markup {
  return html`<code>${name}</code>${summary !== undefined && html` ${summary}`}`;
}

function replacedRoute({ was, is }: ReplacedRoute): Markup {
  return was.name === is.name && was.summary === is.summary
    ? routeMarkup(is)
    : html`${routeMarkup(was)} <span class="arrow">is now</span> ${routeMarkup(is)}`;
}

function movedRoute({ was, is }: MovedRoute): Markup {
  return was === is
    ? html`<code>${was}</code>`
    : html`<code>${was}</code> <span class="arrow">is now</span> <code>${is}</code>`;
}
