// The list of versions has no "9".
import { V } from "../given";

export const change = V.Change("9", "A cat has nine lives.");
