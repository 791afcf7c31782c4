import type { Contract } from "../model/contract";
import { namedVersions, type ResolvedWebhook, type Span } from "../model/route";
import { once, unionOf } from "../model/collections";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { addressOf } from "./route-forms";
import { newestWebhooks } from "./webhook-documents";

/** Everything that documents show. */
interface DocumentedSpans {
  readonly spans: readonly Span[];
  readonly webhookSpans: readonly Span<ResolvedWebhook>[];
}

/**
 * The versions whose documents contain a contract: a neutral one is in all, except those with a route of their own at
 * its method and path. Without versions there is one document, that of `undefined`, which shows the newest form of a
 * webhook. Hidden routes count, because they may be shown tomorrow.
 */
export function documentVersions(
  { spans, webhookSpans }: DocumentedSpans,
  versions: readonly Version[],
  versioning: Versioning,
): (contract: Contract) => ReadonlySet<Version | undefined> {
  const known = once(() => {
    const all = new Map<Contract, ReadonlySet<Version | undefined>>();
    const add = (contract: Contract, here: ReadonlySet<Version | undefined>): void => {
      const before = all.get(contract);
      all.set(contract, before ? unionOf(before, here) : here);
    };
    for (const span of spans) {
      add(span.contract, span.reach.by === "versions" ? span.reach.versions : neutralVersions(span));
    }
    if (versions.length === 0) {
      for (const { span } of newestWebhooks(webhookSpans, versioning)) add(span.contract, everywhere);
    } else {
      for (const span of webhookSpans) add(span.contract, new Set(namedVersions(span)));
    }
    return all;
  });
  const everywhere = new Set(versions.length === 0 ? [undefined] : versions);
  const own = once(() => versionsByAddress(spans));
  return (contract) => known().get(contract) ?? none;

  function neutralVersions({ form }: Span): ReadonlySet<Version | undefined> {
    // A path that names a version is another address.
    const others = versioning.path ? undefined : own().get(addressOf(form));
    return others ? new Set([...everywhere].filter((version) => !others.has(version))) : everywhere;
  }
}

const none: ReadonlySet<undefined> = new Set();

function versionsByAddress(spans: readonly Span[]): ReadonlyMap<string, ReadonlySet<Version | undefined>> {
  const all = new Map<string, ReadonlySet<Version | undefined>>();
  for (const { form, reach } of spans) {
    if (reach.by !== "versions") continue;
    const address = addressOf(form);
    const before = all.get(address);
    all.set(address, before ? unionOf(before, reach.versions) : reach.versions);
  }
  return all;
}
