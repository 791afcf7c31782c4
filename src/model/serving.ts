import type { Request } from "express";
import type { Version } from "./version";

/** Reads the versions that a request asks for, most preferred first. */
export type VersionReader = (req: Request) => readonly Version[] | Promise<readonly Version[]>;

/** How requests are asked for their version, and the header that the answers then vary by. */
export interface Reading {
  readonly read: VersionReader;
  readonly varyBy: string | undefined;
}

/** Decoded path parameters by name; it has no prototype. */
export type Parameters = Record<string, string>;

/** What answers a request, and the parameters of its path. */
export interface Match<Value> {
  readonly value: Value;
  readonly parameters: Parameters;
}

/** Finds what answers a request, by its method, its path, and the versions that it asks for. */
export type Matcher<Value> = (
  method: string,
  path: string,
  requested: readonly Version[],
) => Match<Value> | undefined;
