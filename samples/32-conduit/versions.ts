import { DefineVersions } from "versioned-controllers";

export const { List, Since, Until, Change } = DefineVersions("1", "2");
