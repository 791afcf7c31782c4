import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { keepStacks, stackOf } from "../../core/model/declaration-stacks";

/** A line of a source file. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** Makes this process note where declarations are written. Must be called before the module of an App is loaded. */
export function notePlaces(): void {
  // The stacks then name the TypeScript of a compiled module, if there are source maps.
  process.setSourceMapsEnabled(true);
  Error.stackTraceLimit = Math.max(Error.stackTraceLimit, deepestStack);
  keepStacks();
}

const deepestStack = 50;

/** Finds the line of a declaration: the innermost one outside of this package; undefined if the stack has none. */
export function placeOf(declaration: object): SourcePlace | undefined {
  const [own, ...frames] = framesIn(stackOf(declaration)?.stack ?? "");
  const root = own && packageFolder(dirname(own.file));
  if (root === undefined) return undefined;
  const isOwn = ({ file }: SourcePlace): boolean =>
    ["dist", "src"].some((part) => file.startsWith(join(root, part) + sep));
  return frames.find((frame) => !isOwn(frame));
}

/** Lists the lines of a stack, which V8 writes as `at name (file:line:column)` or `at file:line:column`. */
function framesIn(stack: string): readonly SourcePlace[] {
  return stack.split("\n").flatMap((text) => {
    const [, file, line] =
      /^\s*at (?:.*? \()?(\/.*|[A-Za-z]:\\.*|file:\/\/.*):(\d+):\d+\)?$/.exec(text) ?? [];
    if (file === undefined) return [];
    return { file: file.startsWith("file:") ? fileURLToPath(file) : file, line: Number(line) };
  });
}

function packageFolder(folder: string): string | undefined {
  if (existsSync(join(folder, "package.json"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : packageFolder(above);
}
