import { isObject, isThenable } from "../model/value";

/** A test for the values that zod leaves unparsed. With `"if refused"`, rejected values stay as they are. */
export type IsLeft = ((value: unknown) => boolean) | "if refused";

/** Copies a zod object schema so that the copy leaves some members unparsed. Returns undefined for other schemas. */
export function schemaLeaving(schema: object, members: ReadonlyMap<string, IsLeft>): object | undefined {
  const { _zod, clone } = schema as ObjectSchema;
  const shape = _zod?.def?.shape;
  if (!isObject(shape) || typeof clone !== "function") return undefined;
  const left = [...members].flatMap(([name, isLeft]) => {
    const member: unknown = Reflect.get(shape, name);
    return isZodMember(member) ? [[name, leavingMember(member, isLeft)] as const] : [];
  });
  return clone.call(schema, { ..._zod?.def, shape: { ...shape, ...Object.fromEntries(left) } });
}

/**
 * Copies a member's schema. In the copy, a value for which `isLeft` is true passes unparsed, or with `"if refused"` a
 * value that the schema rejects. The copy of an optional member is optional, too.
 */
function leavingMember(member: ZodMember, isLeft: IsLeft): object {
  const own = member._zod;
  const run: ZodMember["_zod"]["run"] = (payload, context) => {
    const { value } = payload;
    if (isLeft !== "if refused") return isLeft(value) ? payload : own.run(payload, context);
    const asItIs = (made: ZodPayload): ZodPayload =>
      made.issues.length > 0 ? { ...payload, value, issues: [] } : made;
    const made = own.run(payload, context);
    return isThenable(made) ? Promise.resolve(made).then(asItIs) : asItIs(made);
  };
  return Object.create(member, {
    _zod: { value: Object.create(own, { run: { value: run } }) as object },
  }) as object;
}

interface ObjectSchema {
  readonly _zod?: { readonly def?: { readonly shape?: unknown } };
  readonly clone?: (definition: object) => object;
}

interface ZodMember {
  readonly _zod: {
    readonly run: (payload: ZodPayload, context: unknown) => ZodPayload | Promise<ZodPayload>;
  };
}

interface ZodPayload {
  readonly value: unknown;
  readonly issues: readonly unknown[];
}

function isZodMember(member: unknown): member is ZodMember {
  return isObject(member) && "_zod" in member;
}
