import { recognizing } from "./copies";

/**
 * The error for a wrong value from the application, such as a Map that a handler returns. The client gets a 500.
 * `MapError` cannot make it a 4xx, because the mistake is not the client's.
 */
export class ValueError extends TypeError {
  override readonly name = "TypeError";
}

export const isValueError = /* @__PURE__ */ recognizing("ValueError", ValueError);
