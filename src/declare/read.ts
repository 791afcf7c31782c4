import type {
  ClassDeclaration,
  ControllerDeclaration,
  Inclusion,
  RouteDeclaration,
  RouterDeclaration,
  UnusableInclusion,
} from "../model/declaration";
import type { Container } from "../model/options";
import { isClass } from "./decoration";
import { writtenOn } from "./metadata";
import { describe, settingOf } from "./option";
import { recorderOf, type IncludeCall, type Recorder } from "./recorder";

type Class = new () => object;
type Included = Inclusion["what"];

/** What reading one tree has to remember. */
interface Reading {
  readonly container: Container | undefined;
  /** Every router met so far. */
  readonly met: Set<Recorder>;
  /** The routers from the root to the one being read. */
  readonly open: Set<Recorder>;
}

/**
 * All that was declared on a Router and on everything it includes, as one tree of plain data.
 *
 * Each included class gets its instance here, one per Include.
 */
export function readTree(root: object, container: Container | undefined): RouterDeclaration {
  const recorder = recorderOf(root);
  if (!recorder) throw new TypeError("readTree was given something that is no Router");
  return readRouter(root, recorder, { container, met: new Set(), open: new Set() });
}

function readRouter(router: object, recorder: Recorder, reading: Reading): RouterDeclaration {
  reading.met.add(recorder);
  reading.open.add(recorder);
  const { where, settings } = recorder;
  const children = recorder.children.flatMap<RouteDeclaration | Inclusion>((child) =>
    child.kind === "route" ? child : readInclude(child, reading),
  );
  reading.open.delete(recorder);
  return { kind: "router", router, where, settings, children };
}

function readInclude({ what, settings }: IncludeCall, reading: Reading): readonly Inclusion[] {
  const included = Array.isArray(what) ? (what as readonly unknown[]) : [what];
  return included.map((one) => ({ kind: "inclusion", settings, what: readIncluded(one, reading) }));
}

function readIncluded(what: unknown, reading: Reading): Included {
  if (typeof what === "function" && !settingOf(what)) return readClass(what, reading.container);
  if (typeof what !== "object" || what === null) return notIncludable(what);
  const recorder = recorderOf(what);
  if (!recorder) return readInstance(what);
  if (recorder.isApp) return { kind: "app included" };
  if (reading.open.has(recorder)) return { kind: "router in a circle", name: recorder.where };
  if (reading.met.has(recorder)) return { kind: "router again", name: recorder.where };
  return readRouter(what, recorder, reading);
}

function notIncludable(what: unknown): UnusableInclusion {
  const setting = settingOf(what);
  const mistake = setting?.kind === "mistake" ? { mistake: setting.mistake } : {};
  return { kind: "not includable", written: setting ? "an option" : describe(what), ...mistake };
}

function readClass(target: object, container: Container | undefined): Included {
  const classes = readClasses(target);
  if (classes.length === 0 && !isClass(target)) return notIncludable(target);
  return hasRouter(classes, target)
    ? instantiate(target as Class, classes, container)
    : withoutRouter(target);
}

function readInstance(instance: object): Included {
  const prototype = Object.getPrototypeOf(instance) as { readonly constructor?: unknown } | null;
  const target = prototype?.constructor;
  if (typeof target !== "function" || target === Object || target === Array) return notIncludable(instance);
  const classes = readClasses(target);
  return hasRouter(classes, target) ? controller(target, instance, classes) : withoutRouter(target);
}

function instantiate(
  target: Class,
  classes: readonly ClassDeclaration[],
  container: Container | undefined,
): Included {
  try {
    const instance: unknown = container ? container.get(target) : new target();
    if (typeof instance === "object" && instance !== null && !("then" in instance)) {
      return controller(target, instance, classes);
    }
    return failed(target, `the container gave ${describe(instance)} instead of an instance`);
  } catch (error) {
    return failed(target, error instanceof Error ? error.message : String(error));
  }
}

function controller(
  target: object,
  instance: object,
  classes: readonly ClassDeclaration[],
): ControllerDeclaration {
  return { kind: "controller", name: nameOf(target), instance, classes };
}

function withoutRouter(target: object): UnusableInclusion {
  return { kind: "class without Router", name: nameOf(target) };
}

function failed(target: object, reason: string): UnusableInclusion {
  return { kind: "class failed", name: nameOf(target), reason };
}

/** What was written on a class and its ancestors, from the outermost ancestor on. */
function readClasses(target: object): readonly ClassDeclaration[] {
  const classes: ClassDeclaration[] = [];
  for (let at: object | null = target; at; at = Object.getPrototypeOf(at) as object | null) {
    const notes = writtenOn(at);
    if (!notes) continue;
    const settings = notes.onClass.flatMap((note) => (note.kind === "router" ? note.settings : note));
    const routers = notes.onClass.filter((note) => note.kind === "router").length;
    classes.unshift({ name: nameOf(at), settings, routers, methods: notes.onMethods });
  }
  return classes;
}

/** Whether the class itself, which stands last if anything is written on it, carries `@Router`. */
function hasRouter(classes: readonly ClassDeclaration[], target: object): boolean {
  return writtenOn(target) !== undefined && (classes.at(-1)?.routers ?? 0) > 0;
}

function nameOf(target: object): string {
  return (target as { readonly name?: string }).name || "an anonymous class";
}
