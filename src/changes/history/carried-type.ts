/** The result of `Carry(value, carried)`. The members exist only in the type, so that compiler errors name them. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the class below has its members
export interface Carried<Value, What> extends CarriedMembers<Value, What> {}

/**
 * TypeScript drops getters from the type of `{ ...value }`, so such a copy is not a `Carried`. There are two members,
 * not one with both types inside, because TypeScript 5.2 does not compare types that are nested so deeply.
 */
declare abstract class CarriedMembers<Value, What> {
  get "Carry(value, ...)"(): Value;
  get "Carry(..., carried)"(): What;
}
