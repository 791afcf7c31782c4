import { isThenable } from "./value";

/**
 * Takes the rejection of a value that nobody waits for: else one promise of an application's function ends the process.
 *
 * Gives whether the value is a promise. `failed` is told of what that rejects with, and of a value that cannot even be
 * looked at, as a Proxy whose traps throw; it must not throw. Never throws.
 */
export function takeRejection(value: unknown, failed: (error: unknown) => void = ignore): boolean {
  try {
    if (!isThenable(value)) return false;
    // Not the thenable's own `then`: it may throw, and call back twice.
    Promise.resolve(value).then(undefined, failed);
    return true;
  } catch (error) {
    failed(error);
    return false;
  }
}

function ignore(): void {
  // Whoever gave it is told that a promise is no value here.
}
