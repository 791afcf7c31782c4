import { onceEach, remembered } from "../../core/model/collections";
import type { JSONSchema } from "../interface/schema";
import { closuresBy, type ClosureOf } from "./closures";
import {
  componentNameIn,
  componentReference,
  definitionAt,
  type FindSchema,
  linkedComponents,
  type SharedComponents,
} from "./component-references";
import { pointerKey } from "./references";
import { markShared, noteForeign } from "./shared";
import { schemasIn } from "./subschema";
import { referencesOf, subschemaIn } from "./targets";

/**
 * Prepares components, so that many schemas can have them in their `$defs`. The returned function needs what `find` finds,
 * because a component which leads to a name that means another schema there cannot be shared.
 */
export function sharedComponents(
  components: ReadonlyMap<string, JSONSchema>,
): (find: FindSchema) => SharedComponents {
  const reachedFrom = reachedAmong(components);
  const definitionOf = onceEach((name: string) =>
    definition(name, { components, reached: reachedFrom([name]) }),
  );
  const definitions = remembered((names: ReadonlySet<string>): JSONSchema =>
    Object.fromEntries([...names].map((name) => [name, definitionOf(name)])),
  );
  return (find) => ({
    component: (name) => components.get(name),
    reachedFrom,
    isElsewhere: remembered((names: ReadonlySet<string>) =>
      [...names].some((name) => find(componentReference(name)) !== undefined),
    ),
    definitions,
  });
}

/** Makes a function that lists the names of components, and of all components to which they refer, even indirectly. */
export function reachedAmong(components: ReadonlyMap<string, JSONSchema>): ClosureOf<string> {
  return closuresBy(
    onceEach((name: string) =>
      schemasIn(components.get(name) ?? {}).flatMap(({ $ref }) => {
        const next = componentNameIn($ref);
        return next !== undefined && components.has(next) ? [next] : [];
      }),
    ),
  );
}

interface Reached {
  readonly components: ReadonlyMap<string, JSONSchema>;
  readonly reached: ReadonlySet<string>;
}

/** A component whose references lead to `$defs`. */
function definition(name: string, among: Reached): JSONSchema {
  const { components } = among;
  const addressOf = (to: string): string | undefined => (components.has(to) ? definitionAt(to) : undefined);
  const linked = linkedComponents(components.get(name) ?? {}, () => undefined, addressOf);
  const schema = markShared({ ...linked, id: name });
  const isForeign = (one: JSONSchema): boolean => !referencesOf(one).every((to) => leadsToReached(to, among));
  noteForeign(schema, schemasIn(schema).filter(isForeign));
  return schema;
}

/** True if a reference leads to a component that is reached, or to a place within one. */
function leadsToReached(reference: string, { components, reached }: Reached): boolean {
  const [, step, within] = /^#\/\$defs\/([^/]*)(.*)$/s.exec(reference) ?? [];
  const name = step === undefined ? undefined : pointerKey(step);
  const component = name !== undefined && reached.has(name) ? components.get(name) : undefined;
  if (!component || within === undefined) return false;
  return within === "" || subschemaIn(component, component, `#${within}`) !== undefined;
}
