import { isThenable } from "./value";

/**
 * Handles the rejection of a value that nobody awaits: otherwise one promise of an application's function would end the
 * process.
 *
 * Returns true if the value is a promise. `failed` gets the rejection, and an error of inspecting the value, such as a
 * Proxy's; it must not throw. Never throws.
 */
export function takeRejection(value: unknown, failed: (error: unknown) => void = ignore): boolean {
  try {
    if (!isThenable(value)) return false;
    // The thenable's own `then` may throw, or call back twice.
    Promise.resolve(value).then(undefined, failed);
    return true;
  } catch (error) {
    failed(error);
    return false;
  }
}

function ignore(): void {
  // The caller reports that a promise is not a valid value here.
}
