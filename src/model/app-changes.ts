import type { Change } from "./change";
import type { Surface } from "./route";
import type { Registration } from "./route";
import type { Version } from "./version";
import type { VersionOrder } from "./version-order";

/** A change as a route shows it to its clients. */
export interface Touch {
  readonly change: Change;
  /** Whether WithChanges names it at the route. */
  readonly isBehaviour: boolean;
}

/** The changes of an App, found through its routes. */
export interface AppChanges {
  /** Whether some route has a change, served before it or not. */
  readonly isKnown: (change: Change) => boolean;
  /** The declarations that are one route to clients, this one among them: see `continuedRoutes`. */
  readonly continued: (route: Surface) => readonly Surface[];
  /**
   * The changes that a route was served both before and since, Internal ones too; the newest version's first. They are
   * those of all declarations that are one route.
   */
  readonly at: (route: Surface) => readonly Touch[];
  /** Those of them that come after a version. */
  readonly after: (at: SurfacePoint) => readonly Change[];
  /**
   * The changes that requests of a registration come before, the newest first: those of `at`, and those that its schemas
   * and forms go through in an end of their own. What is neutral is asked as the newest version that is no preview.
   */
  readonly ahead: (registration: Registration) => readonly Change[];
  /** The changes that are declared, and `at` no route. */
  readonly placeless: () => readonly PlacelessChange[];
}

/** A route or a webhook in one of its versions; a registration is one. */
interface SurfacePoint {
  readonly route: Surface;
  readonly version: Version | undefined;
}

/** A change that no route was served both before and since, and the first route that has it. */
export interface PlacelessChange {
  readonly change: Change;
  readonly route: Surface;
}

/** The versions of an App, and the changes that its routes have. */
export interface AppVersions {
  readonly isEnabled: boolean;
  readonly order: VersionOrder;
  /** The newest version that is no preview, which neutral routes are shown as; undefined where there is none. */
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
  /** The words of the Change. */
  readonly Description: string;
  /** The routes that it touches, in their newest form: `POST /pets`. */
  readonly Routes: readonly string[];
  /** Whether WithChanges names it at one of them: what is done differs, not only what is sent. */
  readonly Behaviour: boolean;
}
