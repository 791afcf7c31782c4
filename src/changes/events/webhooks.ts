import {
  bareResponse,
  declaredInputs,
  declaredResponses,
  type Contract,
  type DeclaredResponse,
  type Input,
} from "../../core/model/contract";
import type { ResolvedWebhook, RouteForm, Span } from "../../core/model/route";
import { befores, declaredVersions, inherit } from "../../core/model/setting";
import { noSettings, settingsWith, type RouteSettings } from "../../core/model/settings";
import { deprecated, hidden } from "../../core/options/flags";
import { tags } from "../../core/options/tags";
import { versionsIn } from "../../core/options/versions";
import type { Version } from "../../core/model/version";
import type { Versioning } from "../../core/model/versioning";
import { webhookName, type WebhookDeclaration } from "../../core/model/declaration";
import { earlierAt } from "../routes/earlier-settings";
import { emptyContract } from "../../core/resolve/contracts";
import { withVersions } from "../../core/resolve/route-forms";
import type { Surroundings } from "../../core/resolve/resolve";
import { spansOf } from "../../core/resolve/spans";

/** Creates a webhook and its older forms. Of options of outer Routers, only tags, `Hidden` and `Deprecated` apply. */
export function resolveWebhook(
  declaration: WebhookDeclaration,
  around: Pick<Surroundings, "settings" | "at">,
): ResolvedWebhook {
  const { order } = declaration;
  const newest = webhookForm(declaration, declaration.name, around.settings);
  const versions = webhookVersions(declaration);
  const hasEarlier = around.at !== undefined || newest.settings.of(befores).length > 0;
  const earlier = hasEarlier ? earlierWebhookForms(declaration, newest, around) : [];
  return withVersions({ ...newest, earlier, where: webhookName(declaration), order }, versions);
}

function webhookForm(declaration: WebhookDeclaration, name: string, outer: RouteSettings): RouteForm {
  const kept = [tags, hidden, deprecated].flatMap(({ key }) => {
    const around = outer.given.get(key);
    return around ? [[key, around] as const] : [];
  });
  const around = settingsWith(new Map(kept));
  const settings = inherit(around, { of: "webhook", settings: declaration.settings });
  return {
    method: "webhook",
    path: name,
    segments: [{ kind: "static", text: name }],
    versions: [],
    deprecated: settings.of(deprecated),
    settings,
    contract: webhookContract(declaration, settings),
    renumbering: undefined,
  };
}

/** Lists the older forms of a webhook, newest first. Name, tags, `Hidden` or `Deprecated` differ from the newest. */
function earlierWebhookForms(
  declaration: WebhookDeclaration,
  newest: RouteForm,
  { settings, at }: Pick<Surroundings, "settings" | "at">,
): readonly RouteForm[] {
  const forms = new Map<string, RouteForm>();
  const { order } = declaration;
  for (const version of order.list.toReversed()) {
    const earlier = earlierAt(declaration.settings, { version, order }, "name");
    const name = earlier?.setting.name ?? declaration.name;
    const form = webhookForm(declaration, name, at?.(version) ?? settings);
    const key = formKey(form);
    if (key === formKey(newest)) continue;
    const known = forms.get(key) ?? { ...form, contract: newest.contract };
    forms.set(key, { ...known, versions: [version, ...known.versions] });
  }
  return [...forms.values()];
}

function formKey({ path, deprecated: isDeprecated, settings }: RouteForm): string {
  return JSON.stringify([path, settings.of(tags), isDeprecated, settings.of(hidden)]);
}

/** The App sends the payload, so it is a response of the contract. The subscriber's answer is an input. */
function webhookContract({ schema }: WebhookDeclaration, settings: RouteSettings): Contract {
  const headers = settings
    .of(declaredInputs)
    .flatMap((input) => (input.part === "headers" ? sent("webhook headers", input.schema) : []));
  return {
    ...emptyContract,
    inputs: settings
      .of(declaredResponses)
      .flatMap((response): readonly Input[] =>
        response.schema ? [{ part: "body", schema: response.schema, options: {} }] : [],
      ),
    responses: [sent("webhook", schema), ...headers],
  };
}

function sent(place: DeclaredResponse["place"], schema: object): DeclaredResponse {
  return { ...bareResponse, place, status: "default", schema };
}

/** Lists the versions of a webhook, oldest first: all versions of its list, if no option selects some. */
export function webhookVersions({
  settings,
  order,
}: Pick<WebhookDeclaration, "settings" | "order">): readonly Version[] {
  return versionsIn(inherit(noSettings, { of: "webhook", settings }).of(declaredVersions), order);
}

/** Removes versions in which the App has no route. If no route has a version, webhooks keep all their versions. */
export function servedWebhooks(
  webhooks: readonly ResolvedWebhook[],
  served: readonly Version[],
): readonly ResolvedWebhook[] {
  if (served.length === 0) return webhooks;
  return webhooks.map((webhook) =>
    withVersions(
      webhook,
      webhook.versions.filter((version) => served.includes(version)),
    ),
  );
}

/** Creates the spans of webhooks. The versions have the order of each webhook, not that of the option `Versions`. */
export function webhookSpansOf(
  webhooks: readonly ResolvedWebhook[],
  versioning: Versioning,
): readonly Span<ResolvedWebhook>[] {
  return webhooks.flatMap((webhook) =>
    spansOf([webhook], [], { ...versioning, isEnabled: true, path: undefined, order: webhook.order }),
  );
}
