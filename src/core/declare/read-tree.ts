import { strangerInWords } from "../model/copies";
import {
  type ClassDeclaration,
  type Inclusion,
  type RouteDeclaration,
  type RouterDeclaration,
  type UnusableInclusion,
  webhookOf,
} from "../model/declaration";
import { isCollector, describe, isClass, isObject, messageOf, nameOf, takeRejection } from "../model/value";
import type { Container } from "../model/app-options";
import type { Mistake, Setting } from "../model/setting";
import { writtenOn } from "./metadata";
import { settingOf } from "./option";
import { knownRecorder, record, recorderOf, type IncludeCall, type Recorder } from "./recorder";

type Class = new () => object;
type IncludedValue = Inclusion["what"];

interface TreeReading {
  readonly container: Container | undefined;
  readonly met: Set<Recorder>;
  /** The current router and the routers that include it. A router that includes one of these would include itself. */
  readonly open: Set<Recorder>;
}

/** Reads the declarations of a Router and of all that it includes. Creates an instance of each included class. */
export function readTree(root: object, container: Container | undefined): RouterDeclaration {
  return readRouter(root, knownRecorder(root, "Build"), { container, met: new Set(), open: new Set() });
}

function readRouter(router: object, recorder: Recorder, reading: TreeReading): RouterDeclaration {
  reading.met.add(recorder);
  reading.open.add(recorder);
  const { where } = recorder;
  const settings = [...recorder.settings, ...decoratorsOn(router)];
  const children = recorder.children.flatMap<RouteDeclaration | Inclusion>((child) =>
    child.kind === "route" ? child : readInclude(child, reading),
  );
  reading.open.delete(recorder);
  return { kind: "router", router, where, settings, children };
}

/** Reports decorators on a subclass of Router, where they have no effect. */
function decoratorsOn(router: object): readonly Setting[] {
  const target = classOf(router);
  if (target === undefined || readClasses(target).length === 0) return [];
  return [{ kind: "mistake", mistake: { kind: "decorated Router", name: nameOf(target) } }];
}

function readInclude({ what, settings }: IncludeCall, reading: TreeReading): readonly Inclusion[] {
  const values = listed(what);
  // An empty list counts as an empty Router, so that Build checks the options of the `Include`.
  if (values.length === 0) return [{ kind: "inclusion", settings, what: emptyRouter() }];
  return values.map((one) => ({ kind: "inclusion", settings, what: readIncluded(one, reading) }));
}

function emptyRouter(): RouterDeclaration {
  const router = {};
  record(router, { where: "[]", isApp: false, settings: [] });
  return { kind: "router", router, where: "[]", settings: [], children: [] };
}

/** Flattens nested lists; any other value becomes a list of one item. A hole in a list counts as undefined. */
function listed(what: unknown): readonly unknown[] {
  return Array.isArray(what) ? Array.from<unknown>(what).flatMap(listed) : [what];
}

function readIncluded(what: unknown, reading: TreeReading): IncludedValue {
  if (!isCollector(what)) return readController(what, reading);
  const recorder = recorderOf(what);
  if (!recorder) return notIncludable(what);
  if (recorder.isApp) return { kind: "app included" };
  if (reading.open.has(recorder)) return { kind: "router in a circle", name: recorder.where };
  if (reading.met.has(recorder)) return { kind: "router again", name: recorder.where };
  return readRouter(what, recorder, reading);
}

function readController(what: unknown, { container }: TreeReading): IncludedValue {
  if (strangerInWords(what) !== undefined) return notIncludable(what);
  if (typeof what === "function" && !settingOf(what)) return readClass(what, container);
  return webhookOf(what) ?? (isObject(what) ? readInstance(what) : notIncludable(what));
}

function notIncludable(what: unknown): UnusableInclusion {
  const setting = settingOf(what);
  if (!setting) return { kind: "not includable", written: describe(what) };
  const mistake = setting.kind === "mistake" ? setting.mistake : withoutCall(setting);
  return { kind: "not includable", written: "an option", ...(mistake ? { mistake } : {}) };
}

/** Recognizes `@WithGuards` without `(...)`: a legacy decorator then replaces the class by `WithGuards(Class)`. */
function withoutCall(setting: Setting): Mistake | undefined {
  if (setting.kind === "mistake" || !setting.option.traits.includes("classes")) return undefined;
  const { given, option } = setting;
  const [target] = given;
  if (given.length !== 1 || !isClass(target)) return undefined;
  return { kind: "not called", name: option.name, on: nameOf(target) };
}

function readClass(target: object, container: Container | undefined): IncludedValue {
  const stranger = strangerOn(target);
  if (stranger) return stranger;
  const classes = readClasses(target);
  if (classes.length === 0 && !isClass(target)) return notIncludable(target);
  return withoutRouter(target, classes) ?? instantiate(target as Class, classes, container);
}

function readInstance(instance: object): IncludedValue {
  const target = classOf(instance);
  if (target === undefined || target === Object) return notIncludable(instance);
  const stranger = strangerOn(target);
  if (stranger) return stranger;
  const classes = readClasses(target);
  const unusable = withoutRouter(target, classes);
  return (
    unusable ?? { kind: "controller", name: nameOf(target), target, instance, asked: undefined, classes }
  );
}

/** Finds the first class with decorators from an incompatible version of this package. */
function strangerOn(target: object): UnusableInclusion | undefined {
  for (const at of withAncestors(target)) {
    const stranger = strangerInWords(writtenOn(at));
    if (stranger === undefined) continue;
    return { kind: "not includable", written: `the class ${nameOf(at)}, whose decorators made ${stranger}` };
  }
  return undefined;
}

function* withAncestors(target: object): Generator<object, void> {
  for (let at: object | null = target; at; at = Object.getPrototypeOf(at) as object | null) yield at;
}

function classOf(instance: object): object | undefined {
  const prototype = Object.getPrototypeOf(instance) as { readonly constructor?: unknown } | null;
  return typeof prototype?.constructor === "function" ? prototype.constructor : undefined;
}

function instantiate(
  target: Class,
  classes: readonly ClassDeclaration[],
  container: Container | undefined,
): IncludedValue {
  try {
    const instance: unknown = container ? container.get(target) : new target();
    if (isCollector(instance)) {
      return failed(target, "it extends Router: include an instance, not the class");
    }
    // A controller may have a method `then`. Only what a Container returns in the place of the controller is a promise.
    if (isObject(instance) && "then" in instance && !(instance instanceof target)) {
      takeRejection(instance);
      return { kind: "class promised", name: nameOf(target) };
    }
    if (isObject(instance)) return controllerOf(instance, target, classes);
    return failed(target, `AppOptions.Container must return an instance, got ${describe(instance)}`);
  } catch (error) {
    return failed(target, messageOf(error));
  }
}

/** Creates the record of a controller; reports an instance of another class, which a wrong Container returns. */
function controllerOf(instance: object, target: Class, classes: readonly ClassDeclaration[]): IncludedValue {
  const names = classes.flatMap(({ methods }) => [...methods.keys()]);
  // An object that has all methods, such as one that a test puts in the place of the controller, is as good as the class.
  if (!(instance instanceof target) && names.some((name) => !(name in instance))) {
    const found = nameOf(classOf(instance) ?? Object);
    return failed(
      target,
      `AppOptions.Container must return an instance of ${nameOf(target)}, got one of ${found}`,
    );
  }
  return { kind: "controller", name: nameOf(target), target, instance, asked: target.length, classes };
}

/** Explains why a class is not a controller; undefined if the class itself has a `@Router`. */
function withoutRouter(target: object, classes: readonly ClassDeclaration[]): UnusableInclusion | undefined {
  const name = nameOf(target);
  // Ancestors come first in `classes`. The last class is `target`, if `target` has decorators.
  const own = writtenOn(target) && classes.at(-1);
  if (own && own.routers > 0) return undefined;
  // Reports `@Router` without parentheses as a missing call, and not as a missing `@Router`.
  const mistaken = own?.settings.find((setting) => setting.kind === "mistake");
  if (mistaken) {
    const { mistake } = mistaken;
    const named = mistake.kind === "not called" ? { ...mistake, on: name } : mistake;
    return { kind: "not includable", written: name, mistake: named };
  }
  const parent = classes.findLast(({ routers }) => routers > 0)?.name;
  return { kind: "class without Router", name, parent };
}

function failed(target: object, reason: string): UnusableInclusion {
  return { kind: "class failed", name: nameOf(target), reason };
}

function readClasses(target: object): readonly ClassDeclaration[] {
  const classes: ClassDeclaration[] = [];
  for (const at of withAncestors(target)) {
    const notes = writtenOn(at);
    if (!notes) continue;
    const settings = notes.onClass.flatMap((note) => (note.kind === "router" ? note.settings : note));
    const routers = notes.onClass.filter((note) => note.kind === "router").length;
    classes.unshift({ name: nameOf(at), settings, routers, methods: notes.onMethods });
  }
  return classes;
}
