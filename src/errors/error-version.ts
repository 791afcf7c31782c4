import type { Version } from "../model/version";
import type { Step } from "../request/exchange";

/** Lets errors of an exchange be told in its version's words. */
export function errorVersionStep(version: Version): Step {
  return (next) => (exchange) => {
    next({ ...exchange, errorVersion: version });
  };
}
