import type { Change } from "./change";
import type { Surface } from "./route";
import type { Registration } from "./route";
import type { Version, VersionOrder } from "./version";

/** A change of a route that its clients can see. */
export interface Touch {
  readonly change: Change;
  /** True if WithChanges names it at the route. */
  readonly isBehaviour: boolean;
}

/** The changes of an App, found through its routes. */
export interface AppChanges {
  /** True if some route has a change, whether or not it was served before. */
  readonly isKnown: (change: Change) => boolean;
  /** The declarations that are one route for clients, including this one: see `continuedRoutes`. */
  readonly continued: (route: Surface) => readonly Surface[];
  /**
   * The changes of a route that was served both before and since, Internal ones too; the newest version's first. They
   * include those of all declarations that are one route.
   */
  readonly at: (route: Surface) => readonly Touch[];
  /** The changes of `at` that are later than a version. */
  readonly after: (at: SurfacePoint) => readonly Change[];
  /**
   * The changes that are later than a registration's version, newest first: those of `at`, and those of its own schemas
   * and forms after the route's end. A neutral route counts as the newest version that is not a preview.
   */
  readonly ahead: (registration: Registration) => readonly Change[];
  /**
   * The changes that WithChanges names and since which another declaration answers a registration's method and path:
   * they make a difference to each of its requests.
   */
  readonly replacing: (registration: Registration) => readonly Change[];
  /** The declared changes that `at` returns for no route. */
  readonly placeless: () => readonly PlacelessChange[];
}

/** A route or a webhook in one of its versions; a registration is one. */
interface SurfacePoint {
  readonly route: Surface;
  readonly version: Version | undefined;
}

/** A change without a route that was served both before and since, and the first route that has it. */
export interface PlacelessChange {
  readonly change: Change;
  readonly route: Surface;
}

/** The versions of an App, and the changes that its routes have. */
export interface AppVersions {
  readonly isEnabled: boolean;
  readonly order: VersionOrder;
  /** The newest version that is not a preview, whose form neutral routes have; undefined if there is none. */
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
