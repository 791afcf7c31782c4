export { UsageCounter, type UsageCounterOptions } from "./beside/usage/counter";
export type { Usage, UsageCount } from "./beside/usage/usage-counts";
