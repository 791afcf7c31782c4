// Applications do not import these types: docs/decisions/0015.
export type * from "./changes/history/types";
