import type { Change } from "./change";
import type { Registration, Surface } from "./route";
import type { Version, VersionOrder } from "./version";

/** A change that affects a route. `isBehaviour` is true if the option `WithChanges` of the route names the change. */
export interface Touch {
  readonly change: Change;
  readonly isBehaviour: boolean;
}

/** Finds the changes that affect the routes and webhooks of an App. */
export interface AppChanges {
  /** True if the schemas or options of some route, or the schema of errors, name the change. */
  readonly isKnown: (change: Change) => boolean;
  /** All declarations that clients see as the same route, including `route`. */
  readonly continued: (route: Surface) => readonly Surface[];
  /** The changes between the oldest and newest version of the route, newest first, including `Internal` changes. */
  readonly at: (route: Surface) => readonly Touch[];
  /** The changes that `at(route)` returns, if they are later than `version`. */
  readonly after: (at: {
    readonly route: Surface;
    readonly version: Version | undefined;
  }) => readonly Change[];
  /**
   * The changes of a route that are later than its version, newest first: those in `at(route)`, and all that the route
   * itself names. The version of a neutral route is the newest that is not a preview.
   */
  readonly ahead: (registration: Registration) => readonly Change[];
  /** The changes in `WithChanges` with which another route took over the method and path of this route. */
  readonly replacing: (registration: Registration) => readonly Change[];
  readonly placeless: () => readonly PlacelessChange[];
}

/** A change that is not between two versions of any route, and the first route that names the change. */
export interface PlacelessChange {
  readonly change: Change;
  readonly route: Surface;
}

/** The versions of an App, for `HasChange` and `IsAtLeast`. */
export interface AppVersions {
  readonly isEnabled: boolean;
  readonly order: VersionOrder;
  /** The newest version that is not a preview. A `VersionNeutral` route uses the schemas of this version. */
  readonly newest: Version | undefined;
  readonly isKnown: AppChanges["isKnown"];
}

/** A version in `App.Changelog()`: `{ Version: "2", Changes: [{ Description, Routes: ["GET /cats"], Behaviour }] }`. */
export interface ChangelogEntry {
  readonly Version: Version;
  readonly Changes: readonly ChangelogChange[];
}

/** One change in `App.Changelog()`. */
export interface ChangelogChange {
  readonly Description: string;
  /** The routes that the change affects, with their newest method and path: `POST /pets`. */
  readonly Routes: readonly string[];
  /** True if a route names the change in `WithChanges`: then the behaviour has changed, and not only the format. */
  readonly Behaviour: boolean;
}
