export { UsageCounter, type UsageCounterOptions } from "./beside/usage/counter";
export type { Usage, UsageCount } from "./records/usage-counts";
