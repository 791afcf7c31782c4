import { CarriedNode, type CarriedPlace, type Carrier } from "../../schema/interface/carried";
import { carriedInVain, heldIn } from "./carried-value";
import type { History } from "../../schema/interface/histories";
import { takeRejection, isObject, isThenable } from "../../core/model/value";
import type { VersionPoint } from "../../core/model/version";
import { depthAt, linkOf } from "../../schema/interface/at-version";
import type { CarrierValue, OpenedCarry, OpenValue } from "./carry-opening";
import { OneOrEach } from "../../schema/interface/paths";
import { setMember } from "../../schema/interface/plain-copy";

/** Makes the function that removes `Carry` from a handler's value: `Carry(cat, legacy)` becomes `cat`. */
export function openingAlone({ carried: places }: History): OpenValue | undefined {
  if (places.length === 0) return undefined;
  return (value) => ({ value: opened(value, places), carried: undefined, found: nothingFound });
}

const nothingFound = (): readonly CarrierValue[] => [];

/** Makes the function that splits `Carry(cat, legacy)`: `cat` is the response, and `legacy` is kept for `Down`. */
export function openingFor(history: History, at: VersionPoint): OpenValue | undefined {
  const needed = carriersAt(history, at);
  if (needed.size === 0) return openingAlone(history);
  return (value) => {
    const carried = new CarriedNode();
    const asked = new CarryCollection(needed);
    try {
      const plain = opened(value, history.carried, { node: carried, asked });
      const answered = asked.settle();
      const toOpened = (): OpenedCarry => ({ value: plain, carried, found: () => asked.found() });
      return answered ? answered.then(toOpened) : toOpened();
    } catch (error) {
      asked.giveUp();
      throw error;
    }
  };
}

function carriersAt(history: History, at: VersionPoint): ReadonlySet<Carrier> {
  if (history.carried.length === 0) return new Set();
  const depth = depthAt(history, at);
  const run = history.links.slice(1, depth + 1).flatMap(({ carriers }) => carriers);
  return new Set([...run, ...(linkOf(history, depth).face?.carriers ?? [])]);
}

type HeldValue = NonNullable<ReturnType<typeof heldIn>>;

class CarryCollection {
  readonly #answers = new Map<HeldValue, unknown>();
  readonly #places: { readonly node: CarriedNode; readonly carrier: Carrier }[] = [];
  #hasPromise = false;

  constructor(private readonly needed: ReadonlySet<Carrier>) {}

  ask(held: HeldValue, node: CarriedNode, carrier: Carrier): void {
    if (!this.needed.has(carrier)) return;
    const carried = typeof held.carried === "function" ? this.#answerOf(held) : held.carried;
    this.#hasPromise ||= isThenable(carried);
    node.set(carried);
    this.#places.push({ node, carrier });
  }

  #answerOf(held: HeldValue): unknown {
    const known = this.#answers.get(held);
    if (known !== undefined || this.#answers.has(held)) return known;
    const answer = (held.carried as () => unknown)();
    this.#answers.set(held, answer);
    return answer;
  }

  /** Awaits carried values that are promises, and stores their results. Returns undefined if there are none. */
  settle(): Promise<void> | undefined {
    if (!this.#hasPromise) return undefined;
    // Each promise is awaited only once: some database libraries run a query again at each `then`.
    const answers = [...new Set(this.#places.map(({ node }) => node.carried))];
    return Promise.all(answers).then((settled) => {
      const byAnswer = new Map(answers.map((answer, i) => [answer, settled[i]] as const));
      for (const { node } of this.#places) node.set(byAnswer.get(node.carried));
    });
  }

  /** After an error, nobody awaits the carried promises. Without this method, a rejection would end the process. */
  giveUp(): void {
    for (const answer of this.#answers.values()) takeRejection(answer);
  }

  found(): readonly CarrierValue[] {
    return this.#places.map(({ node, carrier }) => ({ carrier, carried: node.carried }));
  }
}

/** Replaces each `Carry(value, carried)` by `value`. Copies only the objects and lists that contain one. */
function opened(
  value: unknown,
  places: readonly CarriedPlace[],
  { node, asked }: { readonly node?: CarriedNode; readonly asked?: CarryCollection } = {},
): unknown {
  return places.reduce((plain, place) => openedAt(plain, { place, asked, at: 0 }, node), value);
}

interface PathPosition {
  readonly place: CarriedPlace;
  readonly asked: CarryCollection | undefined;
  readonly at: number;
}

function openedAt(value: unknown, way: PathPosition, node: CarriedNode | undefined): unknown {
  const { place, asked, at } = way;
  const step = place.path[at];
  // `OneOrEach` in a path means each item of a list, or, if the value is not a list, the value itself.
  if (step === OneOrEach && !isList(value)) return openedAt(value, { ...way, at: at + 1 }, node);
  const held = heldIn(value);
  const plain = held ? held.value : value;
  if (step === undefined) {
    if (held && node) asked?.ask(held, node, place.carrier);
    return plain;
  }
  if (held) throw carriedInVain();
  return isObject(plain) ? openedWithin(serializedObject(plain), { ...way, step, at: at + 1 }, node) : plain;
}

/** True for a list, for `Carry(list, ...)`, and for an object whose `toJSON` returns a list. */
function isList(value: unknown): boolean {
  const plain = heldIn(value)?.value ?? value;
  return isObject(plain) && Array.isArray(serializedObject(plain));
}

/** The object that `JSON.stringify` would write in place of an object: the result of `toJSON`, if there is one. */
function serializedObject(value: object): object {
  const { toJSON } = value as { readonly toJSON?: (this: object, key: string) => unknown };
  const json = typeof toJSON === "function" ? toJSON.call(value, "") : value;
  return isObject(json) ? json : value;
}

function openedWithin(
  value: object,
  way: PathPosition & { readonly step: string | symbol },
  node: CarriedNode | undefined,
): unknown {
  const { step } = way;
  if (typeof step === "symbol" && Array.isArray(value)) return openedItems(value, way, node);
  const isThere = typeof step === "symbol" ? Object.keys(value).length > 0 : Object.hasOwn(value, step);
  if (Array.isArray(value) || !isThere) return value;
  const copy = { ...value } as Record<string, unknown>;
  for (const key of typeof step === "string" ? [step] : Object.keys(copy)) {
    if (Object.hasOwn(copy, key)) setMember(copy, key, openedAt(copy[key], way, node?.openMember(key)));
  }
  return copy;
}

function openedItems(items: readonly unknown[], way: PathPosition, node: CarriedNode | undefined): unknown {
  const nodes = node?.openItems(items.length);
  const plain: unknown[] = [];
  for (let i = 0; i < items.length; i++) plain.push(openedAt(items[i], way, nodes?.[i]));
  return plain;
}

/** Lists the carried data in a tree, with the schema that describes it. */
export function carriedIn(root: CarriedNode, places: readonly CarriedPlace[]): readonly CarrierValue[] {
  return places.flatMap(({ carrier, path }) =>
    nodesAt(root, path).flatMap(({ isSet, carried }) => (isSet ? { carrier, carried } : [])),
  );
}

function nodesAt(node: CarriedNode, path: CarriedPlace["path"]): readonly CarriedNode[] {
  const [step, ...rest] = path;
  if (step === undefined) return [node];
  if (typeof step === "string") {
    const member = node.members?.get(step);
    return member ? nodesAt(member, rest) : [];
  }
  if (step === OneOrEach && !node.items) return nodesAt(node, rest);
  return [...(node.items ?? node.members?.values() ?? [])].flatMap((inner) => nodesAt(inner, rest));
}
