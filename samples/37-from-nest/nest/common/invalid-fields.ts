import { UnprocessableEntityException, type ValidationError } from "@nestjs/common";

/** What ValidationPipe and the pipes of parameters throw: the first message of each member. */
export function invalidFields(errors: readonly ValidationError[]): UnprocessableEntityException {
  return invalid(
    Object.fromEntries(
      errors.map(({ property, constraints = {} }) => [
        property,
        Object.values(constraints)[0] ?? "is invalid",
      ]),
    ),
  );
}

export function invalid(fields: Readonly<Record<string, string>>): UnprocessableEntityException {
  return new UnprocessableEntityException({ message: "the request is invalid", fields });
}
