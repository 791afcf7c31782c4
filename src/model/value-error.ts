import { recognizing } from "./copies";

/**
 * A value that the App cannot use, such as a returned Map. The answer is 500, without a call of `MapError`; with
 * `PassErrors`, the error goes to `next`. The class is not in http-error.ts, because browsers load that file.
 */
export class ValueError extends TypeError {
  override readonly name = "TypeError";
}

export const isValueError = recognizing("ValueError", ValueError);
