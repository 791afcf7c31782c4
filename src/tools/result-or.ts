/** Returns the result of a function, or `otherwise` if the function throws. */
export function resultOr<Result, Other>(make: () => Result, otherwise: Other): Result | Other {
  try {
    return make();
  } catch {
    return otherwise;
  }
}
