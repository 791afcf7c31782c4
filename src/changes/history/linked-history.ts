import type { History, SchemaForm } from "../../core/model/histories";
import type { Version, VersionOrder, VersionPoint } from "../../core/model/version";
import {
  depthAt,
  depthsOf,
  linkOf,
  listedIn,
  newestOf,
  schemasOfHistory,
  shownBy,
  typeOf,
} from "./at-version";

/** The parts of a history, which its links describe. */
export type HistoryParts = Pick<History, "links" | "within" | "carried">;

/** A history with other links, such as those of some versions. */
export function withLinks(history: HistoryParts, links: History["links"]): History {
  return new LinkedHistory({ ...history, links });
}

/** Answers what the package asks a schema that knows versions. */
export class LinkedHistory implements History {
  readonly links: History["links"];
  readonly within: History["within"];
  readonly carried: History["carried"];

  constructor({ links, within, carried }: HistoryParts) {
    this.links = links;
    this.within = within;
    this.carried = carried;
  }

  get newest(): History["newest"] {
    return newestOf(this);
  }

  get schemas(): History["schemas"] {
    return schemasOfHistory(this);
  }

  at(point: VersionPoint): SchemaForm {
    const at = listedIn(this, point);
    const depth = depthAt(this, at);
    const link = linkOf(this, depth);
    return {
      history: this,
      at,
      schema: shownBy(link),
      body: link.body,
      type: typeOf(this, depth),
      isNewest: depth === 0 && !link.face,
    };
  }

  depths(order: VersionOrder): (version: Version) => number {
    return depthsOf(this, order);
  }
}
