import type { Block } from "./markdown";

/** A line of the command, and what a page shows of its output. */
export interface CommandCall {
  readonly line: string;
  readonly args: readonly string[];
  readonly shown: string;
}

/** The call that an `sh` block is; undefined where it is another one's. */
export function commandCallIn({ info, text }: Block): CommandCall | undefined {
  if (info !== "sh" || !text.startsWith("npx versioned-controllers ")) return undefined;
  const [line = "", ...output] = text.split("\n");
  return {
    line,
    args: line.split(" ").slice(2),
    shown: output.map((comment) => comment.replace(/^# ?/, "")).join("\n"),
  };
}

/** A page's program as the command loads it: what it prints and serves beside is no part of what is shown. */
export function moduleOf({ text }: Block): string {
  return text.replaceAll(/^(?:console\.log|express\(\)).*$/gm, "");
}
