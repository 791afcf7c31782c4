import { optionMaker } from "../declare/option";
import { flagOption, type FlagMaker } from "./flag";

export const deprecated = flagOption({ key: "deprecated", name: "Deprecated" }, { deprecated: true });

/** Marks operations as deprecated in the document. The answers do not change. */
export const Deprecated = optionMaker(deprecated, (isSo?: false) => isSo) as FlagMaker<"Deprecated">;
