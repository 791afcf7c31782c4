import { resolve } from "node:path";
import { usageIndex, type UsageIndex } from "../report/usage-index";
import { reasonOf, Unusable } from "./command";
import { jsonIn } from "./frozen";

/**
 * The counts of a file that `--usage` names.
 *
 * @throws Unusable where there is none, or it holds something else.
 */
export function usageIn(file: string, folder: string): UsageIndex {
  const read = jsonIn(resolve(folder, file));
  if (read === undefined) throw new Unusable(`there is no file ${file}`);
  try {
    return usageIndex(read);
  } catch (error) {
    throw new Unusable(`${file}: ${reasonOf(error)}`);
  }
}
