import type { Setting } from "./setting";
import type { Version } from "./version";
import type { VersionOrder } from "./version-order";

/** Whether the options that a `Shadow` was given for its versions name one: `Since`, `Until` or `WithVersion`. */
export function isShadowed(range: readonly Setting[], version: Version, order: VersionOrder): boolean {
  return range.every((setting) => {
    switch (setting.kind) {
      case "since":
        return order.isFrom(version, String(setting.version));
      case "until":
        return order.isFrom(String(setting.version), version);
      case "version":
        return setting.versions.includes(version);
      default:
        return false;
    }
  });
}
