import {
  blocksMarkdown,
  changeBlocks,
  changesAtRoute,
  lifeBlock,
  movedLine,
  namedLine,
  namingBlocks,
  restInWords,
  text,
  type Block,
  type Line,
} from "./blocks";
import { errorsName, type Guide, type GuideRoute } from "./guide";

/** Writes the guide as a skill for coding agents: Markdown with front matter, and one step for each route. */
export function guideSkill(guide: Guide): string {
  const { title, from, to } = guide;
  const description = `Move code that calls ${title} from version ${from} to version ${to} of this API.`;
  const frontMatter = [
    "---",
    `name: ${skillName(guide)}`,
    `description: ${JSON.stringify(description)}`,
    "---",
  ];
  return `${frontMatter.join("\n")}\n\n${blocksMarkdown(skillBlocks(guide))}`;
}

/** A name in kebab case of at most 64 characters, as skills need it: `cats-1-to-2`. */
function skillName({ title, from, to }: Guide): string {
  const ends = `-${kebab(from)}-to-${kebab(to)}`.slice(0, longestName - 1);
  const room = longestName - ends.length;
  return `${(kebab(title) || "api").slice(0, room)}${ends}`.replaceAll(/-+/g, "-").replace(/^-|-$/g, "");
}

const longestName = 64;

function kebab(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

interface Step {
  readonly title: Line;
  /** One text of the older client's code, as a search without patterns finds it. */
  readonly search: string;
  readonly blocks: readonly Block[];
}

function skillBlocks(guide: Guide): readonly Block[] {
  const { title, from, to, lives, ended } = guide;
  const steps = stepsOf(guide);
  return [
    heading(1, [`${title}: from version ${from} to ${to}`]),
    ...lives.map(lifeBlock),
    ...changeBlocks(guide),
    ...steps.flatMap((step, i) => [
      heading(2, [`Step ${i + 1}: `, ...step.title]),
      text(["Search the code for ", { code: step.search }, "."]),
      ...step.blocks,
    ]),
    ...(ended.length === 0 ? [] : [heading(2, ["Where to stop and ask"]), ...ended.map(endedBlock)]),
    text([restInWords(guide)]),
  ];
}

/** The version comes last: once a client names the newer one, the server expects all other steps. */
function stepsOf(guide: Guide): readonly Step[] {
  const naming = guide.naming.filter(({ was, is }) => was !== is);
  return [
    ...guide.routes.map((route) => ({
      title: movedLine(route),
      search: route.was === errorsName ? nameInErrors(route) : searchTextOf(route.was),
      blocks: changesAtRoute(route),
    })),
    ...naming.map((pair) => ({
      title: [`Name version ${guide.to}`],
      search: nameOfVersion(pair.was),
      blocks: namingBlocks({ ...guide, naming: [pair] }),
    })),
  ];
}

function heading(level: 1 | 2, line: Line): Block {
  return { kind: "heading", level, line };
}

/** The text of calls that does not depend on parameters: `/cats/` for `GET /cats/{id}`. */
function searchTextOf(name: string): string {
  const [, path = name] = name.split(" ");
  return path.replace(/\{.*$/s, "");
}

/** The first name in the older body of errors: `"error"`. */
function nameInErrors({ samples }: GuideRoute): string {
  const bodies = samples.map((sample) => ("before" in sample && sample.before.text) || "").join("\n");
  return /"[^"]+"/.exec(bodies)?.[0] ?? '"error"';
}

/** The part of a request that names a version: `/v1/`, `X-API-Version`, or `v=1` of `?v=1`, a cookie and Accept. */
function nameOfVersion(naming: string): string {
  if (naming.startsWith("/")) return naming.replace("...", "");
  const [, parameter] = /(?:^\?|;|^Cookie: )([^;]+=[^;]*)$/.exec(naming) ?? [];
  return parameter ?? naming.replace(/:.*$/s, "");
}

function endedBlock({ name, summary }: Guide["ended"][number]): Block {
  return text([
    "Search the code for ",
    { code: searchTextOf(name) },
    ". ",
    ...namedLine({ name, summary }),
    " has ended, and no other route has taken its place. If the code calls it, stop, and ask what should replace the call.",
  ]);
}
