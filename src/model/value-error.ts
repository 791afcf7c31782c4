import { recognizing } from "./copies";

/**
 * A value that the App cannot use, such as a returned Map: a 500. `MapError` is not called; `PassErrors` passes it on.
 * The class has its own file, because browsers load http-error.ts.
 */
export class ValueError extends TypeError {
  override readonly name = "TypeError";
}

export const isValueError = recognizing("ValueError", ValueError);
