import type { BodyOptions, Part } from "./schema";

/**
 * The terms of one registration: the requests that it takes, and the answers that it gives.
 *
 * It belongs to what is reachable in a version, not to the route: two versions of one route may differ in it.
 */
export interface Contract {
  /** The schemas of the request's parts, in the order that they are checked. */
  readonly inputs: readonly Input[];
  /** Its answers by status, in the order declared. */
  readonly responses: readonly DeclaredResponse[];
  /** The status of an answer that the handler returns. */
  readonly status: number;
  /** Whether `Status` declares it; else it follows from the responses. */
  readonly isStatusDeclared: boolean;
}

/** The schema of one part of a request. */
export interface Input {
  readonly part: Part;
  readonly schema: object;
  /** How the body is read; empty for the other parts. */
  readonly options: BodyOptions;
}

/** One response that was declared by `WithResponse`. */
export interface DeclaredResponse {
  readonly status: number;
  readonly schema: object | undefined;
  readonly description: string | undefined;
}
