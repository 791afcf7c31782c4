import { problemTexts as generalTexts } from "../../core/check/problems";
import { problemMaker, type Texts, warningMaker } from "../../core/model/problem";
import { quote } from "../../core/model/value";
import { problemTexts as schemaTexts } from "../../schema/serving/problems";

/** The texts of the problems of changes and contexts, by code. */
export const problemTexts = {
  "changes-without-list": () => "changes need Versioning.Versions: list all versions there, oldest first",
  "change-in-first-version": (description: string, version: string) =>
    `the change ${quote(description)} has no effect, because version ${quote(version)} is the first version, before which nothing was: give the change a later version, or list Versions oldest first`,
  "changes-out-of-order": (change: string, before: string) =>
    `changes have to be written newest first, but ${before} is written before ${change}: swap the two`,
  "change-without-way": (text: string, way: string) => `${text}: add ${way}`,
  "context-missing": (change: string, name: string) =>
    `${change} needs the context ${quote(name)}, which no WithContext provides: add WithContext(${name}, (req) => ...) to the route, or to a router around it`,
  "context-too-late": (name: string) =>
    `WithContext with After: true provides the context ${quote(name)} after the handler, but the context is needed before the handler, by an Up: remove After`,
  "context-scheme": (name: string, scheme: string) =>
    `the context ${quote(name)} comes from the principal of security scheme ${quote(scheme)}, but the route does not ask for this scheme in every request: pass the scheme to WithSecurity, outside of AnyOf`,
  "context-of-errors": (what: string) =>
    `the history in Errors.Schema has ${what}, but errors have no context and no carried value, because some occur before a route is matched: remove ${what}`,
  "carried-in-request": (option: string) =>
    `the history in ${option} has Carrying, but values cannot be carried here, because only handlers return Carry(...): use a history without Carrying`,
  "before-option": (option: string, place: string) =>
    `${option} cannot stand in Before on a ${place}: remove ${option} from the arguments of Before`,
  "before-without-effect": (description: string, reason: string) =>
    `the Before for the change ${quote(description)} changes nothing here, because ${reason}, or remove this Before`,
  "before-parameters": (path: string, now: string) =>
    `path ${quote(path)} in Before has other parameters than ${quote(now)}: use the same parameter names in both`,
  "before-without-content": (now: string, old: string) =>
    `older versions answer ${old} with a body, but the newest answer, ${now} without a body, has nothing to turn down: declare WithResponse(${now}, Versioned(Nothing).Before(change, schema, { Down: () => body }))`,
  "names-unknown": (option: string, reason: string) =>
    `the history in ${option} has an Up, so the App must know the names in every schema of the history; ` +
    `one schema cannot be converted to JSON Schema (${reason}), so its names are not known: use a schema that can be converted`,
  "nothing-misplaced": (option: string) =>
    `the history in ${option} contains Nothing, which only WithBody and WithResponse accept: use a schema instead`,
  "schema-not-turned": (option: string, place: string) =>
    `the history in ${option} is not turned at ${place}: the function of Within also puts the schema at this place, but Within has no such path; add ${place} to the paths`,
  "members-unknown": (option: string, link: string) =>
    `in ${option}, the history at the path [] must know all members of its object, but its names are not known${link}: use an object schema that lists all members`,
  "member-of-two-parts": (option: string, name: string, why: string) =>
    `the member ${quote(name)} is named by two histories in ${option}${why}`,
  "renamed-member-missing": (change: string, which: string, name: string) =>
    `the Rename or Path of ${change} names ${quote(name)}, but the ${which} schema has no such member: correct the name, or the schema`,
  "lossy-place-missing": (change: string, place: string) =>
    `the Lossy of ${change} names ${quote(place)}, a place that neither the older nor the newer schema has: correct the place, in which * is any item`,
  "schema-replaced": (schema: string, change: string, ofAnswers: string) =>
    `the route shows ${schema}, which ${quote(change)} replaced${ofAnswers}, even in versions before this change: use the history of this schema, or Versioned(schema) if all versions should have the schema`,
} as const satisfies Texts;

export const problem = problemMaker({ ...generalTexts, ...schemaTexts, ...problemTexts });

/** The texts of the warnings about changes and contexts, by code. */
export const warningTexts = {
  "change-without-route": (where: string, description: string, version: string) =>
    `${where}: the change ${quote(description)} stands in no changelog: ` +
    `no route with this change is served both before version ${quote(version)} and in ${quote(version)} or later, ` +
    `and none with this WithChanges begins in version ${quote(version)} or ends with the version before; correct the version of the change, or remove the change`,
  "context-unneeded": (where: string, name: string) =>
    `${where}: the context ${quote(name)} is needed by no link: no history of the routes with this WithContext has the context in Needs; remove this WithContext, or add the context to Needs`,
  "carrying-untaken": (where: string, option: string) =>
    `${where}: the history in ${option} calls Carrying, but no Before(...) follows, so the carried value is taken by no Down: ` +
    "remove Carrying, and return values without Carry",
  "change-unused": (description: string, version: string) =>
    `App: the change ${quote(description)} of version ${quote(version)} stands nowhere: ` +
    "no history, Before(...) or WithChanges(...) uses the change; use the change there, or remove the change",
} as const satisfies Texts;

export const warning = warningMaker(warningTexts);
