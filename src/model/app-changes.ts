import type { Change } from "./change";
import type { Registration, Surface } from "./route";
import type { Version, VersionOrder } from "./version";

/** A change that affects a route. `isBehaviour` is true if the option `WithChanges` of the route names the change. */
export interface Touch {
  readonly change: Change;
  readonly isBehaviour: boolean;
}

/** The changes of an App, found through the routes that they affect. */
export interface AppChanges {
  /** True if some route names the change, even a route without versions before the change. */
  readonly isKnown: (change: Change) => boolean;
  /** All declarations that clients see as the same route, including `route`. */
  readonly continued: (route: Surface) => readonly Surface[];
  /** The changes between the versions of `continued(route)`, newest first, including `Internal` changes. */
  readonly at: (route: Surface) => readonly Touch[];
  /** The changes in `at(route)` that are later than `version`. */
  readonly after: (at: {
    readonly route: Surface;
    readonly version: Version | undefined;
  }) => readonly Change[];
  /**
   * The changes that are later than a registration's version, newest first: those in `at(route)`, and those of the
   * route's own schemas and options. A neutral route counts as the newest version that is not a preview.
   */
  readonly ahead: (registration: Registration) => readonly Change[];
  /** The changes in `WithChanges` after which another route answers all requests of the registration. */
  readonly replacing: (registration: Registration) => readonly Change[];
  /** The changes that `at` returns for no route, so that the changelog does not show them. */
  readonly placeless: () => readonly PlacelessChange[];
}

/** A change that is not between two versions of any route, and the first route that names the change. */
export interface PlacelessChange {
  readonly change: Change;
  readonly route: Surface;
}

/** The versions of an App, and a test for the changes that its routes name. */
export interface AppVersions {
  readonly isEnabled: boolean;
  readonly order: VersionOrder;
  /** The newest version that is not a preview. Neutral routes have the form of this version. */
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
