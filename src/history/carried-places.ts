import { CarriedNode, heldIn, type CarriedPlace, type Carrier } from "../model/carried";
import type { History } from "../model/history";
import type { OpenedValue, Opening } from "../model/serving";
import { takeRejection } from "../model/rejections";
import { isObject, isThenable } from "../model/value";
import type { VersionPoint } from "../model/version-order";
import { depthAt } from "./at-version";
import { linkOf } from "./link";
import { OneOrEach } from "./within";
import { setMember } from "../schema/member";

type OpenValue = Opening["open"];
type Found = OpenedValue["found"];

/** The function for the values of a history whose values carry nothing that the version needs; undefined where they never carry. */
export function openingAlone({ carried: places }: History): OpenValue | undefined {
  if (places.length === 0) return undefined;
  return (value) => ({ value: opened(value, places), carried: undefined, found: [] });
}

/** The same for the values that a version is sent: what its Downs need is asked for. */
export function openingFor(history: History, at: VersionPoint): OpenValue | undefined {
  const needed = carriersAt(history, at);
  if (needed.size === 0) return openingAlone(history);
  return (value) => {
    const carried = new CarriedNode();
    const asked = new Asked();
    const plain = opened(value, history.carried, carried, (held, node, carrier) => {
      if (needed.has(carrier)) asked.ask(held, node, carrier);
    });
    const found = asked.settle();
    if (!(found instanceof Promise)) return { value: plain, carried, found };
    return found.then((later) => ({ value: plain, carried, found: later }));
  };
}

/** Those whose values some Down of the version is given. */
function carriersAt(history: History, at: VersionPoint): ReadonlySet<Carrier> {
  if (history.carried.length === 0) return new Set();
  const depth = depthAt(history, at);
  const run = history.links.slice(1, depth + 1).flatMap(({ carriers }) => carriers);
  return new Set([...run, ...(linkOf(history, depth).face?.carriers ?? [])]);
}

type HeldValue = NonNullable<ReturnType<typeof heldIn>>;

/** What the parts of one value carry: what one `Carry` made is asked once, wherever it stands. */
class Asked {
  readonly #answers = new Map<HeldValue, unknown>();
  readonly #places: { readonly held: HeldValue; readonly node: CarriedNode; readonly carrier: Carrier }[] =
    [];
  #failure: { readonly error: unknown } | undefined;

  ask(held: HeldValue, node: CarriedNode, carrier: Carrier): void {
    if (!this.#answers.has(held)) this.#answers.set(held, this.#answerOf(held));
    this.#places.push({ held, node, carrier });
  }

  #answerOf({ carried }: HeldValue): unknown {
    if (typeof carried !== "function" || this.#failure) return carried;
    try {
      return (carried as () => unknown)();
    } catch (error) {
      this.#failure = { error };
      return undefined;
    }
  }

  /** Gives every place its answer; the promise of that where one of them is a promise. */
  settle(): Found | Promise<Found> {
    const answers = [...this.#answers.values()];
    if (this.#failure) {
      for (const answer of answers) takeRejection(answer);
      throw this.#failure.error;
    }
    if (!answers.some(isThenable)) return this.#give(this.#answers);
    const helds = [...this.#answers.keys()];
    return Promise.all(answers).then((settled) =>
      this.#give(new Map(helds.map((held, i) => [held, settled[i]] as const))),
    );
  }

  #give(answers: ReadonlyMap<HeldValue, unknown>): Found {
    return this.#places.map(({ held, node, carrier }) => {
      const carried = answers.get(held);
      node.set(carried);
      return { carrier, carried };
    });
  }
}

type Take = (held: HeldValue, node: CarriedNode, carrier: Carrier) => void;

/** A copy of a value, as far as the places lead, whose parts are without what they carry. */
function opened(value: unknown, places: readonly CarriedPlace[], root?: CarriedNode, take?: Take): unknown {
  return places.reduce((plain, place) => openedAt(plain, { place, take, at: 0 }, root), value);
}

/** How far the way to a place has led. */
interface Way {
  readonly place: CarriedPlace;
  readonly take: Take | undefined;
  readonly at: number;
}

function openedAt(value: unknown, way: Way, node: CarriedNode | undefined): unknown {
  const { place, take, at } = way;
  // One value, where there might have been a list of them.
  if (place.path[at] === OneOrEach && !isList(value)) return openedAt(value, { ...way, at: at + 1 }, node);
  const held = heldIn(value);
  const isThere = at === place.path.length;
  if (isThere && held && node) take?.(held, node, place.carrier);
  const plain = held ? held.value : value;
  return isThere || !isObject(plain) ? plain : openedWithin(jsonOf(plain), { ...way, at: at + 1 }, node);
}

/** Whether JSON reads a list there, whatever that list itself carries. */
function isList(value: unknown): boolean {
  const plain = heldIn(value)?.value ?? value;
  return isObject(plain) && Array.isArray(jsonOf(plain));
}

/** As JSON reads it: what its `toJSON` gives stands for an object. */
function jsonOf(value: object): object {
  const { toJSON } = value as { readonly toJSON?: (this: object, key: string) => unknown };
  const json = typeof toJSON === "function" ? toJSON.call(value, "") : value;
  return isObject(json) ? json : value;
}

function openedWithin(value: object, way: Way, node: CarriedNode | undefined): unknown {
  const step = way.place.path[way.at - 1];
  if (typeof step === "symbol" && Array.isArray(value)) {
    const nodes = node?.openItems(value.length);
    return value.map((item: unknown, i) => openedAt(item, way, nodes?.[i]));
  }
  const isThere = typeof step === "symbol" ? Object.keys(value).length > 0 : Object.hasOwn(value, step ?? "");
  if (Array.isArray(value) || !isThere) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const leads = typeof step === "symbol" || step === key;
    setMember(copy, key, leads ? openedAt(member, way, node?.openMember(key)) : member);
  }
  return copy;
}
