import { withParts, type CrossedMember, type History } from "../../schema/interface/histories";
import { quote } from "../../core/model/value";
import type { VersionPoint } from "../../core/model/version";
import type { SchemaReader } from "../../schema/reader";
import { depthAt, schemasOfHistory } from "../../schema/interface/at-version";

/**
 * Refuses a conversion without an App, for which no Build has checked the history: a schema may refer to a component of
 * an App, and then would accept any value there, and remove no member; or the parts of a whole may be in each other's
 * way, and then some values would stay as they are in the newest version.
 *
 * @throws TypeError that names the reference, or the member of the two parts.
 */
export function assertConvertible(
  where: string,
  {
    history,
    at,
    reader,
  }: { readonly history: History; readonly at: VersionPoint; readonly reader: SchemaReader },
): void {
  const links = history.links.slice(0, depthAt(history, at) + 1);
  for (const schema of schemasOfHistory({ links })) {
    const [reference] = reader.missingReferences(schema, "input");
    if (reference === undefined) continue;
    throw new TypeError(
      `${where}: a schema of the history refers to ${quote(reference)}, but ${where} knows no App, ` +
        "so the schema itself must contain the target, in its own components.schemas or $defs",
    );
  }
  const crossed = links.length > 1 ? crossedWithin(history, reader) : undefined;
  if (crossed) {
    throw new TypeError(
      `${where}: the member ${quote(crossed.member)} is named by two histories${crossed.why}`,
    );
  }
}

function crossedWithin(history: History, reader: SchemaReader): CrossedMember | undefined {
  return withParts(history).flatMap((one) => one.crossedIn?.(reader) ?? [])[0];
}
