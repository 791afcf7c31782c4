import { literalSpelling } from "../../http/literal";
import { onceEach } from "../model/collections";
import type { Segment } from "../../http/path-template";
import { noSegments, type PathSegments, type RequestPath } from "../../http/request-path";
import type { Match, DecodedParameters } from "../model/serving";
import type { Address } from "../model/route";
import type { Version } from "../model/version";

type Position = Pick<Address, "method" | "segments">;

/** Returns the value of a route in one version; undefined if the route is not in the version. */
export type ValueIn<Value> = (version: Version | undefined) => Value | undefined;

/**
 * A tree of routes: `GET -> cats -> me, {}, {...}` for GET `/cats/me`, `/cats/{id}` and `/cats/{path...}`. A search
 * tries a static segment before a parameter, and a parameter before a rest parameter. It visits each node at most once,
 * so the number of routes limits its time, however long the path is.
 */
export class RouteTree<Value> {
  readonly #methods = new Map<string, MethodRoutes<Value>>();

  readonly #keyOf = onceEach(internalised);

  add(position: Position, valueIn: ValueIn<Value>): void {
    const { method } = position;
    let routes = this.#methods.get(method);
    if (!routes) this.#methods.set(method, (routes = { whole: new Map(), root: emptyNode() }));
    add(routes, position, { valueIn, names: parameterNamesIn(position.segments, this.#keyOf) });
  }

  find(method: string, path: RequestPath, version: Version | undefined): Match<Value> | undefined {
    const routes = this.#methods.get(method);
    if (!routes) return undefined;
    // Most routes have no parameters. Such routes precede those with parameters, and one look-up finds them.
    const whole = path.plain ? routes.whole.get(path.text) : undefined;
    const found = whole && matchAt(whole, noSegments, version);
    if (found) return found;
    const { segments } = path;
    return segments && walk(routes.root, { segments, version }, 0);
  }
}

interface MethodRoutes<Value> {
  /** The routes without parameters, by their path: `/cats/me`, or an empty text for `/`. */
  readonly whole: Map<string, Leaf<Value>>;
  readonly root: Node<Value>;
}

interface TreeQuery {
  readonly segments: PathSegments;
  readonly version: Version | undefined;
}

interface Node<Value> {
  /** The Map is created with the first child, because most nodes have no static children. */
  statics: Map<string, Node<Value>> | undefined;
  parameter: Node<Value> | undefined;
  rest: Leaf<Value> | undefined;
  leaf: Leaf<Value> | undefined;
}

interface Leaf<Value> {
  readonly valueIn: ValueIn<Value>;
  readonly names: readonly { readonly name: string; readonly index: number; readonly isRest: boolean }[];
  readonly next: Leaf<Value> | undefined;
  /** The results of `leafIn` by version; null if no leaf has the version. Only a chain's first leaf has this Map. */
  known: Map<Version | undefined, Leaf<Value> | null> | undefined;
}

function emptyNode<Value>(): Node<Value> {
  return { statics: undefined, parameter: undefined, rest: undefined, leaf: undefined };
}

function add<Value>(
  { whole, root }: MethodRoutes<Value>,
  { segments }: Position,
  { valueIn, names }: Omit<Leaf<Value>, "next" | "known">,
): void {
  let [node, path] = [root, ""];
  for (const segment of segments) {
    if (segment.kind === "rest") {
      node.rest = { valueIn, names, next: node.rest, known: undefined };
      return;
    }
    if ("text" in segment) {
      const spelling = literalSpelling(segment.text);
      path += `/${spelling}`;
      node = staticChild(node, spelling);
    } else node = node.parameter ??= emptyNode();
  }
  node.leaf = { valueIn, names, next: node.leaf, known: undefined };
  if (names.length === 0) whole.set(path, node.leaf);
}

function parameterNamesIn(
  segments: readonly Segment[],
  keyOf: (name: string) => string,
): Leaf<never>["names"] {
  const names: { readonly name: string; readonly index: number; readonly isRest: boolean }[] = [];
  segments.forEach((segment, index) => {
    if (!("name" in segment)) return;
    names.push({ name: keyOf(segment.name), index, isRest: segment.kind === "rest" });
  });
  return names;
}

function staticChild<Value>(node: Node<Value>, text: string): Node<Value> {
  const statics = (node.statics ??= new Map<string, Node<Value>>());
  let child = statics.get(text);
  if (!child) statics.set(text, (child = emptyNode()));
  return child;
}

/** Hot path: returns V8's own copy of a property name. V8 finds a property faster with this copy. */
function internalised(name: string): string {
  return String(Object.keys({ [name]: true })[0]);
}

function walk<Value>(node: Node<Value>, wanted: TreeQuery, index: number): Match<Value> | undefined {
  const { segments, version } = wanted;
  const { sent } = segments;
  const segment = sent[index];
  if (segment === undefined) return node.leaf && matchAt(node.leaf, segments, version);
  const child = node.statics?.get(segment);
  const found = child && walk(child, wanted, index + 1);
  if (found) return found;
  // Parameters and rest parameters match at least one character.
  const isLast = index === sent.length - 1;
  if (segment === "" && isLast) return undefined;
  const byParameter = segment !== "" && node.parameter ? walk(node.parameter, wanted, index + 1) : undefined;
  return byParameter ?? (node.rest && matchAt(node.rest, segments, version));
}

function matchAt<Value>(
  leaf: Leaf<Value>,
  segments: PathSegments,
  version: Version | undefined,
): Match<Value> | undefined {
  const own = leaf.next ? leafIn(leaf, version) : leaf;
  const value = own?.valueIn(version);
  return own && value !== undefined
    ? { value, parameters: readParameters(own.names, segments.decoded) }
    : undefined;
}

/** Hot path: keeps the found leaf, because one path may have hundreds of leaves for different versions. */
function leafIn<Value>(first: Leaf<Value>, version: Version | undefined): Leaf<Value> | null {
  const known = first.known?.get(version);
  if (known !== undefined) return known;
  let own: Leaf<Value> | undefined = first;
  while (own && own.valueIn(version) === undefined) own = own.next;
  // Requests cannot enlarge the Map without limit, because `version` is a version of the App.
  first.known = (first.known ?? new Map<Version | undefined, Leaf<Value> | null>()).set(version, own ?? null);
  return own ?? null;
}

function readParameters<Value>(names: Leaf<Value>["names"], segments: readonly string[]): DecodedParameters {
  const parameters = Object.create(null) as DecodedParameters;
  for (const { name, index, isRest } of names) {
    parameters[name] = isRest ? restOf(segments, index) : String(segments[index]);
  }
  return parameters;
}

/** Hot path: `rests` keeps the joined text, because a search in hundreds of versions needs it for each match. */
function restOf(segments: readonly string[], index: number): string {
  const known = rests.get(segments);
  if (known?.index === index) return known.text;
  const text = segments.slice(index).join("/");
  rests.set(segments, { index, text });
  return text;
}

const rests = new WeakMap<readonly string[], { readonly index: number; readonly text: string }>();
