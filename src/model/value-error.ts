import { recognizing } from "./copies";

/**
 * A value that the App cannot use, such as a returned Map: a 500. `MapError` is not called; `PassErrors` passes it on.
 *
 * A file of its own, because http-error.ts is part of what browsers load.
 */
export class ValueError extends TypeError {
  override readonly name = "TypeError";
}

export const isValueError = recognizing("ValueError", ValueError);
