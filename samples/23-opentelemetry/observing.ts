import { subscribe } from "node:diagnostics_channel";
import { context, metrics, type Span } from "@opentelemetry/api";
import { logs, SeverityNumber, type AnyValueMap } from "@opentelemetry/api-logs";
import { getRPCMetadata } from "@opentelemetry/core";
import type { AnsweredMessage, Logger, MatchMessage, RefusedMessage } from "versioned-controllers";

const duration = metrics.getMeter("api").createHistogram("api.duration", { unit: "ms" });
const spans = new WeakMap<object, Span>();

// For every App of the process, which need not know of it.
subscribe("versioned-controllers:match", (message) => {
  const { Request, Route, Version = "none" } = message as MatchMessage;
  const metadata = getRPCMetadata(context.active());
  if (metadata === undefined) return;
  metadata.route = Request.baseUrl + Route.Path;
  metadata.span.setAttribute("api.version", Version);
  spans.set(Request, metadata.span);
});
subscribe("versioned-controllers:answered", (message) => {
  const {
    Request,
    Route,
    Version = "none",
    State,
    Status = 499,
    Code,
    Milliseconds,
  } = message as AnsweredMessage;
  spans.get(Request)?.setAttribute("api.version.state", State);
  duration.record(Milliseconds, {
    "http.request.method": Route.Method,
    "http.route": Request.baseUrl + Route.Path,
    "http.response.status_code": Status,
    "api.version": Version,
    "api.version.state": State,
    ...(Code === undefined ? {} : { "error.type": Code }),
  });
});
subscribe("versioned-controllers:refused", (message) => {
  const { Reason } = message as RefusedMessage;
  getRPCMetadata(context.active())?.span.setAttribute("api.refused", Reason);
});

/** What an App logs, with the fields of its lines as attributes, in the trace of the request. */
export const logger: Logger = {
  warn: (fields, message) => {
    emit("WARN", fields, message);
  },
  error: (fields, message) => {
    emit("ERROR", fields, message);
  },
};

function emit(severityText: "WARN" | "ERROR", fields: object, body: string): void {
  const { err, ...attributes } = fields as AnyValueMap;
  const exception =
    err instanceof Error ? { "exception.type": err.name, "exception.message": err.message } : {};
  logs.getLogger("api").emit({
    severityNumber: SeverityNumber[severityText],
    severityText,
    body,
    attributes: { ...attributes, ...exception },
  });
}
