import type { Change } from "./change";
import type { Registration, Surface } from "./route";
import type { Version, VersionOrder } from "./version";

/** A change that affects a route's schemas, options or behaviour. */
export interface Touch {
  readonly change: Change;
  /** True if the option `WithChanges` of the route names the change. */
  readonly isBehaviour: boolean;
}

/** The changes of an App, found through the routes that they affect. */
export interface AppChanges {
  /** True if some route names the change, even a route that has no version before the change. */
  readonly isKnown: (change: Change) => boolean;
  /** The route itself, and the other declarations that clients see as the same route; see `continuedRoutes`. */
  readonly continued: (route: Surface) => readonly Surface[];
  /** The changes before and after which `continued(route)` has versions, newest first, including `Internal` changes. */
  readonly at: (route: Surface) => readonly Touch[];
  /** The changes in `at(route)` that are later than `version`. */
  readonly after: (at: {
    readonly route: Surface;
    readonly version: Version | undefined;
  }) => readonly Change[];
  /**
   * The changes later than a registration's version, newest first. In addition to those of `at(route)`, these are
   * changes of its schemas and options. A neutral route counts as the newest version that is not a preview.
   */
  readonly ahead: (registration: Registration) => readonly Change[];
  /** The changes in `WithChanges` after which another route answers instead. They affect every request. */
  readonly replacing: (registration: Registration) => readonly Change[];
  /** The changes that `at` returns for no route: they do not appear in the changelog. */
  readonly placeless: () => readonly PlacelessChange[];
}

/** A change for which no route has versions both before and after it, and the first route that names the change. */
export interface PlacelessChange {
  readonly change: Change;
  readonly route: Surface;
}

/** The versions of an App, and the changes that its routes have. */
export interface AppVersions {
  readonly isEnabled: boolean;
  readonly order: VersionOrder;
  /** The newest version that is not a preview, whose form neutral routes use. */
  readonly newest: Version | undefined;
  readonly isKnown: AppChanges["isKnown"];
}

/**
 * One version of `App.Changelog()`:
 * `{ Version: "2", Changes: [{ Description, Routes: ["GET /cats"], Behaviour: false }] }`.
 */
export interface ChangelogEntry {
  readonly Version: Version;
  readonly Changes: readonly ChangelogChange[];
}

/** One change in `App.Changelog()`. */
export interface ChangelogChange {
  readonly Description: string;
  /** The routes that the change affects, by method and path of their newest form: `POST /pets`. */
  readonly Routes: readonly string[];
  /** True if a route names the change in `WithChanges`: then the behaviour has changed, and not only the format. */
  readonly Behaviour: boolean;
}
