export { UsageCounter, type UsageCounterOptions } from "./usage/counter";
export type { Usage, UsageCount } from "./model/usage-counts";
