import { DefineVersions } from "versioned-controllers";

export const V = DefineVersions("1", "2");
