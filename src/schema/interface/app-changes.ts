import type { Change } from "./change";
import type { Registration, Route, Surface } from "../../core/model/route";
import type { Version, VersionOrder } from "../../core/model/version";

/** A change of a route. `isBehaviour` is false if only schemas and `Before`, but no `WithChanges(change)`, name it. */
export interface Touch {
  readonly change: Change;
  readonly isBehaviour: boolean;
}

/** Finds the changes that affect the routes and webhooks of an App. */
export interface AppChanges {
  /** True if an option of a route, or a schema of the App, names the change. */
  readonly isKnown: (change: Change) => boolean;
  /** All changes of the route, newest first, even those that the changelog does not show. */
  readonly at: (route: Surface) => readonly Touch[];
  /** The changes for clients of the route in a version, newest first. The end of the route may be one of them. */
  readonly after: (at: {
    readonly route: Surface;
    readonly version: Version | undefined;
  }) => readonly Change[];
  /** The changes with which the route begins or ends, because its `WithChanges` names them. */
  readonly bounding: (route: Surface) => readonly Change[];
  /** The route's changes that are newer than the registration's version, newest first. */
  readonly ahead: (registration: Registration) => readonly Change[];
  /** The changes of the route that replaces this one: `change` in `Get("/cats", Since("2"), WithChanges(change))`. */
  readonly replacing: (registration: Registration) => readonly Change[];
  readonly placeless: () => readonly PlacelessChange[];
  /** Lists the changes for clients, newest version first. Omits previews, `Internal` changes, and hidden routes. */
  readonly log: (recordOf: (route: Surface) => Route) => readonly ChangelogEntry[];
}

/** A change without effect: no route that names it exists before and after it. `route` is the first that names it. */
export interface PlacelessChange {
  readonly change: Change;
  readonly route: Surface;
}

/** The versions of an App and their order, for `IsAtLeast(req, "2")` and `HasChange(req, change)`. */
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
