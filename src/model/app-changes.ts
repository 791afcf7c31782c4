import type { Change } from "./change";
import type { Registration, Surface } from "./route";
import type { Version, VersionOrder } from "./version";

/** A change of a route that its clients can see. */
export interface Touch {
  readonly change: Change;
  /** True if a `WithChanges` of the route names the change. */
  readonly isBehaviour: boolean;
}

/** The changes of an App, found through its routes. */
export interface AppChanges {
  /** True if some route has the change, even a route that no earlier version serves. */
  readonly isKnown: (change: Change) => boolean;
  /** All declarations that clients know as the same route, this one included: see `continuedRoutes`. */
  readonly continued: (route: Surface) => readonly Surface[];
  /**
   * The changes of a route that is served both before and after them, newest version first; Internal changes count. The
   * list includes the changes of every declaration in `continued`.
   */
  readonly at: (route: Surface) => readonly Touch[];
  /** The changes in `at(route)` that are later than the version of the point. */
  readonly after: (at: {
    readonly route: Surface;
    readonly version: Version | undefined;
  }) => readonly Change[];
  /**
   * The changes that are later than a registration's version, newest first: the changes of `at`, and changes of its own
   * schemas and forms after the route's last version. A neutral route counts as the newest version that is not a
   * preview.
   */
  readonly ahead: (registration: Registration) => readonly Change[];
  /**
   * The changes of `WithChanges` that replaced a registration's route by another declaration at the same method and
   * path: each of them affects every request of the registration.
   */
  readonly replacing: (registration: Registration) => readonly Change[];
  /** The declared changes that `at` returns for no route. */
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
  /** The newest version that is not a preview, undefined without one; neutral routes have the form of this version. */
  readonly newest: Version | undefined;
  readonly isKnown: AppChanges["isKnown"];
}

/** One version of `App.Changelog()`: `{ Version: "2", Changes: [{ Description, Routes: ["GET /cats"], Behaviour: false }] }`. */
export interface ChangelogEntry {
  readonly Version: Version;
  readonly Changes: readonly ChangelogChange[];
}

/** One change of a version, for clients. */
export interface ChangelogChange {
  /** The description of the Change. */
  readonly Description: string;
  /** The routes of the change, in their newest form: `POST /pets`. */
  readonly Routes: readonly string[];
  /** True if WithChanges names the change at one of the routes: the behaviour changed, not only the format. */
  readonly Behaviour: boolean;
}
