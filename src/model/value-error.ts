import { recognizing } from "./copies";

/**
 * A value of the application that cannot be sent or passed on, such as a Map that a handler returns. The request gets
 * 500, and `MapError` is not called, because the mistake is not the client's.
 */
export class ValueError extends TypeError {
  override readonly name = "TypeError";
}

export const isValueError = recognizing("ValueError", ValueError);
