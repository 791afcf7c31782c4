import { withStackOf } from "../model/declaration-stacks";
import type { ClassDeclaration, ControllerDeclaration, MethodNote } from "../model/declaration";
import type { UncoveredRoute } from "../model/resolution";
import { isOf, type EarlierSetting, type OptionSetting, type Setting, type VerbNote } from "../model/setting";
import { prefix } from "../options/prefix";

/** A route of a controller. A method with `@Get` and `@Post` has two routes. */
interface ControllerRoute {
  readonly member: string;
  readonly verb: VerbNote;
  readonly handler: unknown;
  /** The method without its instance. */
  readonly method: unknown;
  /** The chain of inheritance, from the class that declares the method to the controller class that is included. */
  readonly classes: readonly ClassPlace[];
  /** The options on the method, one list for each class, parent classes first. */
  readonly own: readonly (readonly Setting[])[];
  readonly uncovered: Omit<UncoveredRoute, "route"> | undefined;
}

interface ClassPlace {
  readonly name: string;
  readonly settings: readonly Setting[];
}

interface VerblessMethod {
  readonly member: string;
  readonly settings: readonly Setting[];
}

/** Lists the routes of a controller in the order of its methods, the methods of its furthest ancestor first. */
export function controllerRoutes(
  controller: ControllerDeclaration,
): readonly (ControllerRoute | VerblessMethod)[] {
  const names = new Set(controller.classes.flatMap(({ methods }) => [...methods.keys()]));
  return [...names].flatMap((name) => methodRoutes(controller, name));
}

/** A verb such as `@Get` in a subclass replaces the parent's verbs. Other options of the method are inherited. */
function methodRoutes(
  { classes, instance }: ControllerDeclaration,
  name: PropertyKey,
): readonly (ControllerRoute | VerblessMethod)[] {
  const member = String(name);
  const notes = classes.map(({ methods }) => methods.get(name) ?? []);
  const settles = notes.findLastIndex((written) => written.some(isVerb));
  const verbs = notes[settles]?.filter(isVerb) ?? [];
  if (verbs.length === 0) return [{ member, settings: notes.flat().filter((note) => !isVerb(note)) }];

  const first = notes.findIndex((written) => written.length > 0);
  const included = classes.length - 1;
  const places = classes.slice(first).map((written, i) => classPlace(written, first + i === included));
  const method = methodOf(instance, name);
  const handler = typeof method === "function" ? (method.bind(instance) as unknown) : method;
  return verbs.map((verb) => {
    const own = notes.map((written, i) => {
      // The subclass's verb also replaces the verb inside of a parent's `Before(change, Get("/old"))`.
      if (i < settles) return settingsWith(written).flatMap((setting) => withoutIn(setting, isVerb));
      const stacked = verbs.length > 1 ? written.map(withVerbRefused) : written;
      return settingsWith(stacked, i === settles ? verb : undefined);
    });
    const uncovered = uncoveredAccess(classes.slice(0, first), places, own);
    return { member, verb, handler, method, classes: places, own, uncovered };
  });
}

/** Finds guards, security and middleware of parents that a subclass's method lacks; undefined if it has its own. */
function uncoveredAccess(
  parents: readonly ClassDeclaration[],
  classes: readonly ClassPlace[],
  own: readonly (readonly Setting[])[],
): Omit<UncoveredRoute, "route"> | undefined {
  const parent = parents.findLast(({ settings }) => settings.some(restrictsAccess));
  const [subclass] = classes;
  const settings = [...classes.flatMap((place) => place.settings), ...own.flat()];
  const isCovered = settings.some(isOfAccess);
  if (!parent || !subclass || isCovered) return undefined;
  const restricting = parents.flatMap((written) => written.settings.filter(restrictsAccess));
  return {
    subclass: subclass.name,
    parent: parent.name,
    options: [...new Set(restricting.map(({ option }) => option.name))],
  };
}

function isOfAccess(setting: Setting): setting is OptionSetting {
  return setting.kind === "option" && setting.option.traits.includes("access");
}

/** False for `WithSecurity()`, which lets every request pass. */
function restrictsAccess(setting: Setting): setting is OptionSetting {
  return isOfAccess(setting) && setting.given.length > 0;
}

function classPlace({ name, settings }: ClassDeclaration, isIncluded: boolean): ClassPlace {
  return { name, settings: isIncluded ? settings : withoutPrefix(settings) };
}

function withoutPrefix(settings: readonly Setting[]): readonly Setting[] {
  return settings.filter((setting) => !isPrefix(setting)).flatMap((setting) => withoutIn(setting, isPrefix));
}

function isPrefix(setting: EarlierSetting): boolean {
  return isOf(setting, prefix);
}

/** Removes settings from those inside of a `Before`. A `Before` that loses its only setting is removed, too. */
function withoutIn(setting: Setting, isLeftOut: (inner: EarlierSetting) => boolean): readonly Setting[] {
  if (setting.kind === "mistake" || !setting.inner.some(isLeftOut)) return [setting];
  const inner = setting.inner.filter((one) => !isLeftOut(one));
  return inner.length === 0 ? [] : [withStackOf(setting, { ...setting, inner })];
}

/** `Before(change, Get("/old"))` is a mistake at several verbs: it would move all routes of the method to one path. */
function withVerbRefused(note: MethodNote): MethodNote {
  if (note.kind !== "option") return note;
  return {
    ...note,
    inner: note.inner.map((earlier) =>
      earlier.kind === "verb" ? { kind: "mistake", mistake: { kind: "verb of several" } } : earlier,
    ),
  };
}

/** Replaces `verb` by the options inside it, and removes other verbs. */
function settingsWith(written: readonly MethodNote[], verb?: VerbNote): readonly Setting[] {
  return written.flatMap((note) => {
    if (!isVerb(note)) return [note];
    return note === verb ? note.settings : [];
  });
}

function methodOf(instance: object, name: PropertyKey): unknown {
  try {
    return Reflect.get(instance, name) as unknown;
  } catch {
    // A getter or a Proxy has thrown an error. `check` reports that the handler is missing.
    return undefined;
  }
}

function isVerb(note: EarlierSetting): note is VerbNote {
  return note.kind === "verb";
}
