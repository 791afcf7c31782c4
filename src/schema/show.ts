import type { Convert, History } from "../model/history";
import { Nothing } from "../model/history";
import type { ListedVersion } from "../model/version";
import { shownBy, linkAt } from "./at-version";
import { downsTo } from "./convert";
import { jsonCopy } from "./json-copy";

/** What shows a value of a history's newest schema as a version is sent it; see `DefinedVersions.Show`. */
export function showing(history: History, at: ListedVersion): Convert {
  if (shownBy(linkAt(history, at)) === Nothing) return () => undefined;
  const turnDown = downsTo(history, at);
  return turnDown ? (value) => turnDown(jsonCopy(value)) : (value) => jsonCopy(value);
}
