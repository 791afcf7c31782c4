import type { History } from "../../core/model/histories";
import { quote } from "../../core/model/value";
import type { VersionPoint } from "../../core/model/version";
import type { SchemaReader } from "../../schema/reader";
import { depthAt, schemasOfHistory } from "../../core/model/at-version";

/**
 * Refuses a conversion without an App if a schema refers to a component of an App: the schema would accept any value
 * there, and remove no member.
 *
 * @throws TypeError that names the reference.
 */
export function assertKnownReferences(
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
}
