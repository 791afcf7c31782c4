import { schemas } from "../schema/serving/wing";
import { keepAtHand } from "../core/model/wing";
import { appWing } from "../core/wings/wing";
import { servedWebhooks, webhookSpansOf } from "./events/webhooks";
import { convertedRoute } from "./exchange/converted-route";
import { compileErrorDowns } from "./exchange/error-downs";
import { replayableRoutes } from "./exchange/route-conversions";
import { earlierForms } from "./routes/earlier-forms";
import { appChangesOf } from "./routes/route-changes";
import { checkChanges } from "./rules/changes";
import { checkForms, checkWebhooks } from "./rules/form-rules";
import { changeWarnings } from "./rules/warnings";
import { conversionJudges } from "./schemas/conversion-judges";

/** The wing of changes, which histories, webhooks, `Before`, `WithChanges` and `WithContext` bring to an App. */
export const changes = appWing("changes", {
  needs: [schemas],
  rules: [checkChanges, checkForms, checkWebhooks],
  warnings: [changeWarnings],
  older: {
    forms: earlierForms,
    judgesBy: conversionJudges,
    webhooksIn: servedWebhooks,
    webhookSpansOf,
    changesOf: appChangesOf,
    errorDowns: compileErrorDowns,
    routeOf: convertedRoute,
  },
  replayable: replayableRoutes,
});

// Front ends make histories without this file, which imports the pipeline of an App.
keepAtHand(changes);
