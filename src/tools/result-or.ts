export function resultOr<Result, Other>(make: () => Result, otherwise: Other): Result | Other {
  try {
    return make();
  } catch {
    return otherwise;
  }
}
