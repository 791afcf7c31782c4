import type { Change } from "./change";
import type { Registration, Surface } from "./route";
import type { Version, VersionOrder } from "./version";

/** A change that affects a route. `isBehaviour` is true if `WithChanges` names it: more than schemas changed. */
export interface Touch {
  readonly change: Change;
  readonly isBehaviour: boolean;
}

/** Finds the changes that affect the routes and webhooks of an App. */
export interface AppChanges {
  /** True if any route, or the schema of the App's errors, uses the change. */
  readonly isKnown: (change: Change) => boolean;
  /** All declarations of one route, such as `Get("/cats", Until("1"))` and `Get("/cats", Since("2"))`. */
  readonly continued: (route: Surface) => readonly Surface[];
  /** The changes between the versions of a route, newest first. They include changes that the changelog hides. */
  readonly at: (route: Surface) => readonly Touch[];
  /** The changes of `at(route)` in versions later than `version`; none if `version` is undefined. */
  readonly after: (at: {
    readonly route: Surface;
    readonly version: Version | undefined;
  }) => readonly Change[];
  /**
   * The changes of a route that are later than the registration's version, newest first; also changes in versions that
   * the route does not have. If the version is undefined, the newest one that is not a preview counts.
   */
  readonly ahead: (registration: Registration) => readonly Change[];
  /** The changes with which another declaration took over the path: `Get("/cats", Since("2"), WithChanges(change))`. */
  readonly replacing: (registration: Registration) => readonly Change[];
  readonly placeless: () => readonly PlacelessChange[];
}

/** A change without effect: no route has both an older and a newer version. `route` is the first that uses it. */
export interface PlacelessChange {
  readonly change: Change;
  readonly route: Surface;
}

/** The versions of an App. `IsAtLeast(req, "2")` and `HasChange(req, change)` compare a request's version with them. */
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

/** A change in the changelog: `{ Description: "Cats have colours", Routes: ["GET /cats"], Behaviour: false }`. */
export interface ChangelogChange {
  readonly Description: string;
  /** The routes that the change affects, each with its method and path in the newest version: `POST /pets`. */
  readonly Routes: readonly string[];
  /** True if a route names the change in `WithChanges`: then the behaviour has changed, and not only the format. */
  readonly Behaviour: boolean;
}
