import { createReadStream, existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { reasonOf, Unusable } from "./command";

/** Passes the lines of a recording to `read`, which need not hold all of them. Throws Unusable if it cannot read them. */
export async function readRecording<Result>(
  { file, folder }: { readonly file: string; readonly folder: string },
  read: (lines: AsyncIterable<string>) => Promise<Result>,
): Promise<Result> {
  const path = resolve(folder, file);
  if (!existsSync(path)) throw new Unusable(`the file ${file} does not exist`);
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  return read(lines).catch((error: unknown) => {
    throw new Unusable(`${file}: ${reasonOf(error)}`);
  });
}
