import { isRegisteredFor, namedVersions, type ResolvedWebhook, type Span } from "../model/route";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";

type WebhookSpan = Span<ResolvedWebhook>;

/** A webhook in a document: of one version, or of all, which shows the newest. */
interface DocumentedWebhook {
  readonly span: WebhookSpan;
  readonly version: Version | undefined;
}

/** The webhooks of a version's document. */
export function webhooksIn(spans: readonly WebhookSpan[], version: Version): readonly DocumentedWebhook[] {
  return spans.flatMap((span) =>
    isShownWebhook(span) && isRegisteredFor(span, version) ? [{ span, version }] : [],
  );
}

/** The webhooks of the document of all versions: each in its newest version that is not a preview. */
export function newestWebhooks(
  spans: readonly WebhookSpan[],
  { previews }: Versioning,
): readonly DocumentedWebhook[] {
  const newest = new Map<ResolvedWebhook, WebhookSpan>();
  for (const span of spans) {
    const isReleased = namedVersions(span).some((version) => !previews.has(version));
    // The spans of one webhook are in order, oldest first.
    if (isReleased || !newest.has(span.route)) newest.set(span.route, span);
  }
  const byName = new Map<string, WebhookSpan>();
  for (const span of newest.values()) {
    const other = byName.get(span.form.path);
    if (isShownWebhook(span) && (!other || !endsBefore(span, other))) byName.set(span.form.path, span);
  }
  return [...byName.values()].map((span) => ({ span, version: undefined }));
}

/** If two webhooks have one name, each in versions of its own, the later one is the newest. */
function endsBefore(span: WebhookSpan, other: WebhookSpan): boolean {
  const endOf = (one: WebhookSpan): Version => String(namedVersions(one).at(-1));
  return span.route.order.isBefore(endOf(span), endOf(other));
}

/** Every name of a webhook in any document. */
export function webhookNamesIn(spans: readonly WebhookSpan[]): ReadonlySet<string> {
  return new Set(spans.filter(isShownWebhook).map(({ form }) => form.path));
}

function isShownWebhook({ form }: WebhookSpan): boolean {
  return !form.settings.hidden;
}
