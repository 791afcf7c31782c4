import { STATUS_CODES } from "node:http";
import { ForbiddenException, HttpException, type CanActivate, type Type } from "@nestjs/common";
import type { ModuleRef } from "@nestjs/core";
import { ExecutionContextHost } from "@nestjs/core/helpers/execution-context-host.js";
import {
  App,
  HTTPError,
  RouteOf,
  VersioningURI,
  WithGuards,
  type ErrorFormat,
  type Guard,
} from "versioned-controllers";
import { z } from "zod";
import { ReaderGuard } from "../common/readers";
import { BookIsLent } from "../loans/loans.store";
import { LoansController } from "./loans.controller";

export function loansAPI(moduleRef: ModuleRef): App {
  const app = new App({
    Versioning: { Type: VersioningURI },
    PassUnmatched: true,
    Container: { get: (controller) => moduleRef.get(controller, { strict: false }) },
    MapError: (error) => {
      if (error instanceof HttpException) return new HTTPError(error.getStatus(), error.message);
      return error instanceof BookIsLent ? new HTTPError(409, error.message) : undefined;
    },
    Errors: nestErrors,
  });
  return app.Include(LoansController, WithGuards(nestGuard(moduleRef, ReaderGuard)));
}

/** The form of NestJS's own errors: `{ message, error, statusCode }`. */
const nestErrors: ErrorFormat = {
  Schema: z
    .object({
      message: z.union([z.string(), z.array(z.string())]),
      error: z.string().optional(),
      statusCode: z.int(),
    })
    .meta({ title: "Error" }),
  Body: ({ status, message, code, details }, { Cause }) => {
    if (Cause instanceof HttpException) return Cause.getResponse();
    const issues = code === "invalid_request" ? (details as { path: string[]; message: string }[]) : [];
    const texts = issues.map(({ path, message: text }) => `${path.join(".")}: ${text}`);
    return { message: texts.length > 0 ? texts : message, error: STATUS_CODES[status], statusCode: status };
  },
};

/** Asks a guard of NestJS, whose `Reflector` reads the metadata of the class and the method. */
function nestGuard(moduleRef: ModuleRef, type: Type<CanActivate>): Guard {
  return async (req, res) => {
    const { Controller, Handler } = RouteOf(req) ?? {};
    const context = new ExecutionContextHost([req, res], Controller as Type, Handler);
    if (await moduleRef.get(type, { strict: false }).canActivate(context)) return true;
    throw new ForbiddenException("Forbidden resource");
  };
}
