/** The result of a function; `otherwise` if it throws. */
export function resultOr<Result, Other>(make: () => Result, otherwise: Other): Result | Other {
  try {
    return make();
  } catch {
    return otherwise;
  }
}
