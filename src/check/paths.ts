import { parseTemplate } from "../http/path-template";
import type { Problem } from "../model/problem";
import { describe } from "../model/value";
import { problem } from "./problems";

/** The problems of one path or prefix, by itself. */
export function checkPath(where: string, path: unknown): readonly Problem[] {
  if (typeof path !== "string") return [problem("path-not-text", where, describe(path))];
  if (path === "") return [];
  if (!path.startsWith("/")) return [problem("path-without-slash", where, path)];
  const malformed = parseTemplate(path).filter((segment) => segment.kind === "malformed");
  return malformed.map(({ text }) =>
    text === "" ? problem("path-empty-segment", where, path) : problem("parameter-malformed", where, text),
  );
}
