import type { Contract } from "../core/model/contract";
import { isRegisteredFor, namedVersions, type ResolvedWebhook, type Span } from "../core/model/route";
import { once, unionOf } from "../core/model/collections";
import type { Version } from "../core/model/version";
import { hidden } from "../core/options/flags";
import type { Versioning } from "../core/model/versioning";
import { routeAddressOf } from "../core/resolve/route-forms";

/** Returns a function that finds the versions whose OpenAPI documents contain a contract. */
export function documentVersions(
  { spans, webhookSpans }: { readonly spans: readonly Span[]; readonly webhookSpans: readonly WebhookSpan[] },
  versions: readonly Version[],
  versioning: Versioning,
): (contract: Contract) => ReadonlySet<Version | undefined> {
  const known = once(() => {
    const ofRoutes = spans.map((span) => [span.contract, documentsOf(span)] as const);
    const ofWebhooks =
      versions.length === 0
        ? newestWebhooks(webhookSpans, versioning).map(({ span }) => [span.contract, everywhere] as const)
        : webhookSpans.map((span) => [span.contract, new Set(namedVersions(span))] as const);
    return unions<Contract>([...ofRoutes, ...ofWebhooks]);
  });
  const everywhere = new Set(versions.length === 0 ? [undefined] : versions);
  const own = once(() =>
    unions(
      spans.flatMap(({ form, reach }) =>
        reach.by === "versions" ? [[routeAddressOf(form), reach.versions] as const] : [],
      ),
    ),
  );
  return (contract) => known().get(contract) ?? none;

  function documentsOf({ form, reach }: Span): ReadonlySet<Version | undefined> {
    if (reach.by === "versions") return reach.versions;
    // At a path without the version, a version's own route hides a `VersionNeutral` route at the same address.
    const { path, plain } = versioning;
    const others = path && plain.size === 0 ? undefined : own().get(routeAddressOf(form));
    const isHidden = (version: Version | undefined): boolean =>
      others?.has(version) === true && (!path || (version !== undefined && plain.has(version)));
    return others ? new Set([...everywhere].filter((version) => !isHidden(version))) : everywhere;
  }
}

const none: ReadonlySet<undefined> = new Set();

function unions<Key>(
  entries: readonly (readonly [Key, ReadonlySet<Version | undefined>])[],
): ReadonlyMap<Key, ReadonlySet<Version | undefined>> {
  const all = new Map<Key, ReadonlySet<Version | undefined>>();
  for (const [key, versions] of entries) all.set(key, unionOf(all.get(key) ?? versions, versions));
  return all;
}

type WebhookSpan = Span<ResolvedWebhook>;

interface DocumentedWebhook {
  readonly span: WebhookSpan;
  readonly version: Version | undefined;
}

export function webhooksIn(spans: readonly WebhookSpan[], version: Version): readonly DocumentedWebhook[] {
  return spans.flatMap((span) =>
    isShownWebhook(span) && isRegisteredFor(span, version) ? [{ span, version }] : [],
  );
}

/** Finds the webhooks for the document of all versions, each in its newest form that is not a preview. */
export function newestWebhooks(
  spans: readonly WebhookSpan[],
  { previews }: Versioning,
): readonly DocumentedWebhook[] {
  const newest = new Map<ResolvedWebhook, WebhookSpan>();
  for (const span of spans) {
    const isReleased = namedVersions(span).some((version) => !previews.has(version));
    // The spans of a webhook are in the order of their versions, oldest first, so the last released span remains.
    if (isReleased || !newest.has(span.route)) newest.set(span.route, span);
  }
  const byName = new Map<string, WebhookSpan>();
  for (const span of newest.values()) {
    const other = byName.get(span.form.path);
    if (isShownWebhook(span) && (!other || !endsBefore(span, other))) byName.set(span.form.path, span);
  }
  return [...byName.values()].map((span) => ({ span, version: undefined }));
}

function endsBefore(span: WebhookSpan, other: WebhookSpan): boolean {
  const endOf = (one: WebhookSpan): Version => String(namedVersions(one).at(-1));
  return span.route.order.isBefore(endOf(span), endOf(other));
}

export function webhookNamesIn(spans: readonly WebhookSpan[]): ReadonlySet<string> {
  return new Set(spans.filter(isShownWebhook).map(({ form }) => form.path));
}

function isShownWebhook({ form }: WebhookSpan): boolean {
  return !form.settings.of(hidden);
}
