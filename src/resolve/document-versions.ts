import type { Contract } from "../model/contract";
import { isRegisteredFor, namedVersions, type ResolvedWebhook, type Span } from "../model/route";
import { once, unionOf } from "../model/collections";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { routeAddressOf } from "./route-forms";

/**
 * The versions whose documents contain a contract. A neutral route is in each document, unless the version has a route
 * of its own at that method and path. Without versions there is one document, `undefined`, with the newest form of each
 * webhook. Hidden routes count, because they may become visible.
 */
export function documentVersions(
  { spans, webhookSpans }: { readonly spans: readonly Span[]; readonly webhookSpans: readonly WebhookSpan[] },
  versions: readonly Version[],
  versioning: Versioning,
): (contract: Contract) => ReadonlySet<Version | undefined> {
  const known = once(() => {
    const all = new Map<Contract, ReadonlySet<Version | undefined>>();
    for (const span of spans) {
      addUnion(
        all,
        span.contract,
        span.reach.by === "versions" ? span.reach.versions : neutralVersions(span),
      );
    }
    if (versions.length === 0) {
      for (const { span } of newestWebhooks(webhookSpans, versioning)) {
        addUnion(all, span.contract, everywhere);
      }
    } else {
      for (const span of webhookSpans) addUnion(all, span.contract, new Set(namedVersions(span)));
    }
    return all;
  });
  const everywhere = new Set(versions.length === 0 ? [undefined] : versions);
  const own = once(() => versionsByAddress(spans));
  return (contract) => known().get(contract) ?? none;

  function neutralVersions({ form }: Span): ReadonlySet<Version | undefined> {
    // With versions in the path, `/cats` and `/v1/cats` are two paths.
    const others = versioning.path ? undefined : own().get(routeAddressOf(form));
    return others ? new Set([...everywhere].filter((version) => !others.has(version))) : everywhere;
  }
}

const none: ReadonlySet<undefined> = new Set();

function versionsByAddress(spans: readonly Span[]): ReadonlyMap<string, ReadonlySet<Version | undefined>> {
  const all = new Map<string, ReadonlySet<Version | undefined>>();
  for (const { form, reach } of spans) {
    if (reach.by === "versions") addUnion(all, routeAddressOf(form), reach.versions);
  }
  return all;
}

function addUnion<Key>(
  sets: Map<Key, ReadonlySet<Version | undefined>>,
  key: Key,
  versions: ReadonlySet<Version | undefined>,
): void {
  const before = sets.get(key);
  sets.set(key, before ? unionOf(before, versions) : versions);
}

type WebhookSpan = Span<ResolvedWebhook>;

/** A webhook in a document; the version is undefined in the document of all versions. */
interface DocumentedWebhook {
  readonly span: WebhookSpan;
  readonly version: Version | undefined;
}

/** The webhooks in the document of a version. */
export function webhooksIn(spans: readonly WebhookSpan[], version: Version): readonly DocumentedWebhook[] {
  return spans.flatMap((span) =>
    isShownWebhook(span) && isRegisteredFor(span, version) ? [{ span, version }] : [],
  );
}

/** The webhooks of the document of all versions, each in its newest version that is not a preview. */
export function newestWebhooks(
  spans: readonly WebhookSpan[],
  { previews }: Versioning,
): readonly DocumentedWebhook[] {
  const newest = new Map<ResolvedWebhook, WebhookSpan>();
  for (const span of spans) {
    const isReleased = namedVersions(span).some((version) => !previews.has(version));
    // The spans of a webhook come oldest first.
    if (isReleased || !newest.has(span.route)) newest.set(span.route, span);
  }
  const byName = new Map<string, WebhookSpan>();
  for (const span of newest.values()) {
    const other = byName.get(span.form.path);
    if (isShownWebhook(span) && (!other || !endsBefore(span, other))) byName.set(span.form.path, span);
  }
  return [...byName.values()].map((span) => ({ span, version: undefined }));
}

/** True if another webhook with the same name has later versions, so that this one is not the newest. */
function endsBefore(span: WebhookSpan, other: WebhookSpan): boolean {
  const endOf = (one: WebhookSpan): Version => String(namedVersions(one).at(-1));
  return span.route.order.isBefore(endOf(span), endOf(other));
}

/** The names of webhooks in all documents together. */
export function webhookNamesIn(spans: readonly WebhookSpan[]): ReadonlySet<string> {
  return new Set(spans.filter(isShownWebhook).map(({ form }) => form.path));
}

function isShownWebhook({ form }: WebhookSpan): boolean {
  return !form.settings.hidden;
}
