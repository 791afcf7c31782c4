import type { Wing } from "../../core/model/wing";

let atHand: Wing | undefined;

/** Installs what an App needs for histories, which front ends do not bundle. */
export function setWing(wing: Wing): void {
  atHand = wing;
}

/** The wing that a history brings to an App; undefined in a program that imports only the entry for front ends. */
export function wingAtHand(): Wing | undefined {
  return atHand;
}
