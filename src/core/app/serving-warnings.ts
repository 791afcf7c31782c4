import {
  silenceWarning,
  unknownVersionWarning,
  warnOnce,
  type WarnOnce,
  type WarnUnknown,
  type WatchSilence,
} from "../errors/request-warnings";
import type { AppOptions } from "../model/app-options";

export interface ServingWarnings {
  readonly once: WarnOnce;
  readonly silence: WatchSilence | undefined;
  readonly unknown: WarnUnknown;
}

/** Creates the warnings about requests. They remember what they have logged, so no warning is repeated. */
export function servingWarnings({ CheckResponses, Logger: logger = console }: AppOptions): ServingWarnings {
  const once = warnOnce(logger);
  return {
    once,
    silence: CheckResponses ? silenceWarning(once) : undefined,
    unknown: unknownVersionWarning(logger),
  };
}
