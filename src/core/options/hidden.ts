import { optionMaker } from "../declare/option";
import { flagOption, type FlagMaker } from "./flag";

export const hidden = flagOption({ key: "hidden", name: "Hidden" }, {});

/** Leaves operations out of the document. The answers do not change. */
export const Hidden = optionMaker(hidden, (isSo?: false) => isSo) as FlagMaker<"Hidden">;
