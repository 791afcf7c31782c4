import {
  errorMisfitWarning,
  forgottenWarning,
  ignoredWarning,
  misreadWarning,
  silenceWarning,
  stricterWarning,
  undescribedWarning,
  unknownVersionWarning,
  verdictWarning,
} from "../errors/request-warnings";
import type { AppOptions } from "../model/app-options";
import { invalidStatusOf } from "../model/error-format";

export interface ServingWarnings {
  readonly silence: ReturnType<typeof silenceWarning> | undefined;
  readonly undescribed: ReturnType<typeof undescribedWarning>;
  readonly forgotten: ReturnType<typeof forgottenWarning>;
  readonly ignored: ReturnType<typeof ignoredWarning>;
  readonly verdict: ReturnType<typeof verdictWarning>;
  readonly misread: ReturnType<typeof misreadWarning>;
  readonly misfit: ReturnType<typeof errorMisfitWarning>;
  readonly stricter: ReturnType<typeof stricterWarning>;
  readonly unknown: ReturnType<typeof unknownVersionWarning>;
}

/** Creates the warnings about requests. They remember what they have logged, so no warning is repeated. */
export function servingWarnings({
  CheckResponses,
  Errors,
  Logger: logger = console,
}: AppOptions): ServingWarnings {
  const invalidStatus = invalidStatusOf(Errors);
  return {
    silence: CheckResponses ? silenceWarning(logger) : undefined,
    undescribed: undescribedWarning(logger),
    forgotten: forgottenWarning(logger),
    ignored: ignoredWarning(logger),
    verdict: verdictWarning(logger),
    misread: misreadWarning(logger, invalidStatus),
    misfit: errorMisfitWarning(logger),
    stricter: stricterWarning(logger, invalidStatus),
    unknown: unknownVersionWarning(logger),
  };
}
