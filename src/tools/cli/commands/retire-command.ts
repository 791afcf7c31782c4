import { relative, sep } from "node:path";
import { internals } from "../../../core/model/app-internals";
import { notePlaces, placeOf, type SourcePlace } from "../../retire/places";
import { orderedVersions, retirementOf, type Retired } from "../../retire/retirement";
import { answeredVersion, appCommand, exitCodes, Unusable, type Command } from "../command";
import { linesInText } from "../output-formats";

export const retireCommand: Command = appCommand({
  name: "retire",
  arguments: ["version"],
  summary: "print what can be deleted once a version is gone, by file and line",
  details: `Prints the routes, ranges, Befores, links and changes that no request reaches once <version> is gone, file by
file, and then the ranges and changes that remain but name the version. It changes no file. A place is
unknown if the stack of the declaration does not contain it, as in a bundle without source maps.`,
  exits: `0 printed, 2 wrong usage, no such version, the newest version, or the module does not load, has no
App or does not build.`,
  options: {},
  prepare: notePlaces,
  run: ({ app, argument, folder }) => {
    const version = argument("version");
    const known = app[internals];
    const versions = orderedVersions(known);
    if (known.retired.has(version)) {
      throw new Unusable(
        `version ${version} is in Retired, so the App has nothing of it left: run retire before you delete the version`,
      );
    }
    if (!versions.includes(version)) answeredVersion(app, version);
    if (version === versions.at(-1)) {
      throw new Unusable(
        `version ${version} is the newest version, whose form the handlers have: name an older one`,
      );
    }
    const { dead, naming } = retirementOf(known, version);
    const lines = [
      dead.length === 0 ? `nothing is dead without version ${version}` : `dead without version ${version}:`,
      ...linesOf(dead, folder),
      ...(naming.length === 0
        ? []
        : ["", `alive, but naming version ${version}:`, ...linesOf(naming, folder)]),
    ];
    return { output: linesInText(lines), code: exitCodes.fine };
  },
});

/** Writes a line for each declaration, by file and line: `src/cat.ts:12  link "..." (version 2) of GET /cats`. */
function linesOf(declarations: readonly Retired[], folder: string): readonly string[] {
  const placed = declarations
    .map(({ declaration, text }) => ({ place: placeOf(declaration), text }))
    .toSorted((one, other) => comparePlaces(one.place, other.place));
  return [...new Set(placed.map(({ place, text }) => `  ${placeInWords(place, folder)}  ${text}`))];
}

function comparePlaces(one: SourcePlace | undefined, other: SourcePlace | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  if (one.file === other.file) return one.line - other.line;
  return one.file < other.file ? -1 : 1;
}

function placeInWords(place: SourcePlace | undefined, folder: string): string {
  if (!place) return "(place unknown)";
  return `${relative(folder, place.file).replaceAll(sep, "/")}:${place.line}`;
}
