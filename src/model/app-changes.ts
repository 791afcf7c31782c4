import type { Change } from "./change";
import type { Registration, Surface } from "./route";
import type { Version, VersionOrder } from "./version";

/** A change of a route. */
export interface Touch {
  readonly change: Change;
  /** True if a `WithChanges` of the route names the change. */
  readonly isBehaviour: boolean;
}

/** The changes of an App, found through the routes that have them. */
export interface AppChanges {
  /** True if some route has the change, even one that no version before the change serves. */
  readonly isKnown: (change: Change) => boolean;
  /** The declarations that are one route for clients, this one included: see `continuedRoutes`. */
  readonly continued: (route: Surface) => readonly Surface[];
  /**
   * The changes of a route with versions both before and after them, newest version first; changes of all declarations
   * in `continued`, and Internal ones too.
   */
  readonly at: (route: Surface) => readonly Touch[];
  /** The changes in `at(route)` that are later than the version of the point. */
  readonly after: (at: {
    readonly route: Surface;
    readonly version: Version | undefined;
  }) => readonly Change[];
  /**
   * The changes that are later than a registration's version, newest first: those of `at`, and those of its schemas and
   * options after the route's last version. A neutral route has the newest version that is not a preview.
   */
  readonly ahead: (registration: Registration) => readonly Change[];
  /**
   * The changes of `WithChanges` since which another route answers at the same method and path: they affect every
   * request of the registration.
   */
  readonly replacing: (registration: Registration) => readonly Change[];
  /** The changes that `at` finds for no route, so that no changelog shows them. */
  readonly placeless: () => readonly PlacelessChange[];
}

/** A change that no route was served both before and after, and the first route that has the change. */
export interface PlacelessChange {
  readonly change: Change;
  readonly route: Surface;
}

/** The versions of an App, and the changes that its routes have. */
export interface AppVersions {
  readonly isEnabled: boolean;
  readonly order: VersionOrder;
  /** The newest version that is not a preview, in whose form neutral routes are; undefined without one. */
  readonly newest: Version | undefined;
  readonly isKnown: AppChanges["isKnown"];
}

/** One version of `App.Changelog()`: `{ Version: "2", Changes: [{ Description, Routes: ["GET /cats"], Behaviour: false }] }`. */
export interface ChangelogEntry {
  readonly Version: Version;
  readonly Changes: readonly ChangelogChange[];
}

/** One change in `App.Changelog()`. */
export interface ChangelogChange {
  readonly Description: string;
  /** The routes of the change, in their newest form: `POST /pets`. */
  readonly Routes: readonly string[];
  /** True if `WithChanges` names the change on one of the routes: the behaviour changed, not only the format. */
  readonly Behaviour: boolean;
}
