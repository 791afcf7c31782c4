/* Programs in which 20 models get a hundred members over three versions, written in several ways. */
import type { Program } from "./compile";

/** The ways to write it: no change at all, links of members, or a `Before` for each model and version. */
export const ways = {
  shown: "shown in every version, no change",
  added: "Added",
  before: "Before, omit and Same",
} as const;
export type Way = keyof typeof ways;

const models = 20;

/** The members of each model, by the version that they came with. */
const members = { "1": ["id", "name"], "2": ["colour", "size"], "3": ["owner", "place"], "4": ["note"] };

/** The text as a program and, since it has no types, as a module. */
export function membersText(way: Way): string {
  const names = Array.from({ length: models }, (_, i) => `Model${i}`);
  const histories = names.map((name) => `export const ${name} = ${historyText(way, `Newest${name}`)};\n`);
  const imports = { shown: [], added: ["Versioned"], before: ["Same", "Versioned"] }[way];
  const changes = way === "shown" ? "" : changesText();
  return `import { App, DefineVersions, ${imports.map((name) => `${name}, `).join("")}VersioningHeader, WithResponse } from "versioned-controllers";
import { z } from "zod";
const V = DefineVersions("1", "2", "3", "4");
${changes}
${names.map((name) => `const Newest${name} = ${schemaText()};\n`).join("")}
${histories.join("")}
export const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List } }, V.Since("1"));
const value = { id: "1", name: "Tom" };
${names.map((name) => `app.Get("/${name.toLowerCase()}", () => value, WithResponse(200, ${name}));\n`).join("")}`;
}

export function membersProgram(way: Way): Program {
  return { files: { "members.ts": membersText(way) } };
}

function changesText(): string {
  return ["2", "3", "4"]
    .map((version) => `const In${version} = V.Change("${version}", "Members of version ${version}.");\n`)
    .join("");
}

function schemaText(): string {
  const [own, ...added] = Object.values(members);
  return `z.object({ ${[
    ...(own ?? []).map((name) => `${name}: z.string()`),
    ...added.flat().map((name) => `${name}: z.string().optional()`),
  ].join(", ")} })`;
}

function historyText(way: Way, newest: string): string {
  const versions = ["4", "3", "2"] as const;
  switch (way) {
    case "shown":
      return newest;
    case "added":
      return `Versioned(${newest})${versions
        .map((version) => `.Added(In${version}, ${members[version].map((name) => `"${name}"`).join(", ")})`)
        .join("")}`;
    case "before":
      return `Versioned(${newest})${versions
        .map((version, i) => {
          const gone = versions.slice(0, i + 1).flatMap((one) => members[one]);
          return `.Before(In${version}, ${newest}.omit({ ${gone.map((name) => `${name}: true`).join(", ")} }), Same)`;
        })
        .join("")}`;
  }
}
