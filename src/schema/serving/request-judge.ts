import type { Request } from "express";
import { parameterNames } from "../../core/http/path-template";
import type { SchemaReading } from "../../core/wings/schema-reading";
import { compileInput } from "./input-parts";
import { misfitsIn } from "./input-step";

/** Makes the function that validates requests to a route, without sending them. */
export const judgeOfRequests: SchemaReading["judgeOf"] = (registration, schemas, versioning) => {
  const input = compileInput(registration, schemas, { versioning });
  const names = parameterNames(registration.segments);
  return async (sent, path) => {
    if (!input) return [];
    const params = Object.assign(
      Object.create(null) as object,
      Object.fromEntries(names.map((name, i) => [name, path[i]])),
    );
    // The cast is safe: validation reads only these members of a request.
    return misfitsIn(input, { ...sent, params } as unknown as Request);
  };
};
