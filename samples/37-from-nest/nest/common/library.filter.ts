import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from "@nestjs/common";
import type { Request, Response } from "express";
import { BookIsLent } from "../loans/loans.store";

/** Every error as `{ status, message, path, fields? }`. */
@Catch()
export class LibraryFilter implements ExceptionFilter {
  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { status, message, fields } = toAnswer(exception);
    const path = http.getRequest<Request>().originalUrl;
    http.getResponse<Response>().status(status).json({ status, message, path, fields });
  }
}

interface Answer {
  readonly status: number;
  readonly message: string;
  readonly fields?: unknown;
}

function toAnswer(exception: unknown): Answer {
  if (exception instanceof BookIsLent) return { status: 409, message: exception.message };
  if (!(exception instanceof HttpException)) return { status: 500, message: "Internal Server Error" };
  const { message } = exception;
  const body = exception.getResponse();
  const fields: unknown = typeof body === "object" ? Reflect.get(body, "fields") : undefined;
  return { status: exception.getStatus(), message, fields };
}
