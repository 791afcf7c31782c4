import { replayLines, type ReplayResult } from "../../replay/replay";
import type { ReplayDifference } from "../../replay/found-differences";
import { appCommand, exitCodes, type Command } from "../command";
import { counted, jsonOutput, linesInText } from "../output-formats";
import { readRecording } from "../recording-file";

export const replayCommand: Command = appCommand({
  name: "replay",
  arguments: ["file"],
  summary: "convert the values of a recording again, and print what differs",
  details: `Reads the lines that a Recorder wrote, and converts their values again by the App of today: requests from
the version of the line to the newest version of that time, responses back. Prints each place where the
result differs, with the change that made the difference. Runs no handler, guard or context.`,
  exits: `0 no difference, 1 a difference, 2 wrong usage, an unreadable file or a line that is not a record,
or the module does not load, has no App or does not build.`,
  options: { json: { summary: "print JSON" } },
  run: async ({ app, argument, flags, folder }) => {
    const recording = { file: argument("file"), folder };
    const result = await readRecording(recording, (lines) => replayLines(app, lines));
    return {
      output: flags.has("json") ? jsonOutput(result) : linesInText(linesOfResult(result)),
      code: result.Differences.length > 0 ? exitCodes.breaking : exitCodes.fine,
    };
  },
});

function linesOfResult({ Replayed, Skipped, Differences, More }: ReplayResult): readonly string[] {
  return [
    ...Differences.flatMap(linesOfDifference),
    ...(More === 0 ? [] : [`and ${counted(More, "more difference")}`]),
    ...(Differences.length === 0 ? [] : [""]),
    `${counted(Replayed, "record")} replayed, ${counted(Differences.length + More, "difference")}`,
    ...Object.entries(Skipped).map(([reason, count]) => `${counted(count, "record")} skipped: ${reason}`),
  ];
}

function linesOfDifference(difference: ReplayDifference): readonly string[] {
  const { Line, Route, Version, Side, Change } = difference;
  const change = Change === undefined ? "" : `, ${JSON.stringify(Change)}`;
  return [`${Route}, version ${Version}, ${Side}${change} (line ${Line})`, `   ${resultInWords(difference)}`];
}

function resultInWords({ Side, Path, Recorded, Now }: ReplayDifference): string {
  if (Side === "Removed") return "the change ran when the line was recorded, and no link has it now";
  if (Side === "Refused") {
    return Now === undefined
      ? `was refused with ${valueInWords(Recorded)}, is accepted now`
      : `was accepted, is refused with ${valueInWords(Now)} now`;
  }
  const place = Path.length === 0 ? "the whole value" : Path.map((step) => `/${step}`).join("");
  return `${place} was ${valueInWords(Recorded)}, is ${valueInWords(Now)}`;
}

const mostCharacters = 80;

function valueInWords(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}...` : text;
}
