import type { Wing } from "../model/wing";

let atHand: Wing | undefined;

export function setSchemas(wing: Wing): void {
  atHand = wing;
}

/** The wing that reads schemas; undefined in a bundle of a program that imports nothing which brings it. */
export function schemasAtHand(): Wing | undefined {
  return atHand;
}
