import { CarriedNode } from "../schema/interface/carried";
import { isRecord } from "../core/model/value";

/** The data of one `Carry`, and the path of the value that carries it: `[["cats", 0], "legacy"]`. */
type PlacedData = readonly [path: readonly (string | number)[], data: unknown];

/**
 * Writes a tree of carried data for a recording: the data itself if only the whole value carries some, and otherwise
 * `{ places: [[["cats", 0], data], ...] }`. Undefined if nothing is carried.
 */
export function carriedJSON(root: CarriedNode): unknown {
  const places = placesOf(root, []);
  const [only] = places;
  if (!only) return undefined;
  return places.length === 1 && root.isSet && !isPlaces(root.carried) ? root.carried : { places };
}

/** Reads what {@link carriedJSON} has written. */
export function carriedNodeOf(json: unknown): CarriedNode | undefined {
  if (json === undefined) return undefined;
  const root = new CarriedNode();
  for (const [path, data] of isPlaces(json) ? json.places : [[[], json] as const]) {
    nodeAt(root, path).set(data);
  }
  return root;
}

/** Lists the data of each `Carry` in what {@link carriedJSON} has written. */
export function carriedDataIn(json: unknown): readonly unknown[] {
  return isPlaces(json) ? json.places.map(([, data]) => data) : [json];
}

function placesOf(node: CarriedNode, path: readonly (string | number)[]): readonly PlacedData[] {
  return [
    ...(node.isSet ? [[path, node.carried] as const] : []),
    ...(node.items ?? []).flatMap((item, i) => placesOf(item, [...path, i])),
    ...[...(node.members ?? [])].flatMap(([key, member]) => placesOf(member, [...path, key])),
  ];
}

function nodeAt(root: CarriedNode, path: readonly (string | number)[]): CarriedNode {
  return path.reduce<CarriedNode>((node, step) => {
    if (typeof step === "string") return node.openMember(step);
    const items = [...(node.items ?? [])];
    while (items.length <= step) items.push(new CarriedNode());
    node.items = items;
    return items[step] ?? node;
  }, root);
}

function isPlaces(json: unknown): json is { readonly places: readonly PlacedData[] } {
  if (!isRecord(json) || Object.keys(json).join() !== "places") return false;
  const { places } = json as { readonly places?: unknown };
  return Array.isArray(places) && places.every(isPlacedData);
}

function isPlacedData(one: unknown): one is PlacedData {
  if (!Array.isArray(one) || one.length !== 2) return false;
  const [path] = one as readonly unknown[];
  return Array.isArray(path) && path.every((step) => typeof step === "string" || isIndex(step));
}

/** A recording is a file, so an index in it must not make a list of any length. */
function isIndex(step: unknown): boolean {
  return typeof step === "number" && Number.isInteger(step) && step >= 0 && step < 10_000;
}
