import { subscribe } from "node:diagnostics_channel";
import { context, metrics, trace, type Context, type Span } from "@opentelemetry/api";
import { logs, SeverityNumber, type AnyValueMap } from "@opentelemetry/api-logs";
import { getRPCMetadata } from "@opentelemetry/core";
import type { AnsweredMessage, Logger, MatchMessage, RefusedMessage } from "versioned-controllers";

const duration = metrics.getMeter("api").createHistogram("api.duration", { unit: "ms" });
const spans = new WeakMap<object, Span>();

// For every App of the process, which need not know of it.
subscribe("versioned-controllers:match", (message) => {
  const { Address, Request, Version = "none" } = message as MatchMessage;
  const metadata = getRPCMetadata(context.active());
  if (metadata === undefined) return;
  metadata.route = Address;
  metadata.span.setAttribute("api.version", Version);
  spans.set(Request, metadata.span);
});
subscribe("versioned-controllers:answered", (message) => {
  const {
    Address,
    Request,
    Route,
    Version = "none",
    State,
    Status = 499,
    Code,
    Milliseconds,
  } = message as AnsweredMessage;
  const span = spans.get(Request);
  span?.setAttribute("api.version.state", State);
  emit({
    severity: "INFO",
    body: `${Route.Method} ${Route.Path} answered ${Status}`,
    fields: { route: Route.Path, version: Version, state: State },
    // The response ends outside of the request's own context.
    within: span && trace.setSpan(context.active(), span),
  });
  duration.record(Milliseconds, {
    "http.request.method": Route.Method,
    "http.route": Address,
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

/** The Logger of an App: the fields of its lines are attributes, in the trace of the request. */
export const logger: Logger = {
  warn: (fields, message) => {
    emit({ severity: "WARN", fields, body: message });
  },
  error: (fields, message) => {
    emit({ severity: "ERROR", fields, body: message });
  },
};

interface Line {
  readonly severity: "INFO" | "WARN" | "ERROR";
  readonly body: string;
  readonly fields: object;
  /** The context of its trace; the active one unless it is set. */
  readonly within?: Context | undefined;
}

function emit({ severity, body, fields, within }: Line): void {
  const { err, ...attributes } = fields as AnyValueMap;
  const exception =
    err instanceof Error ? { "exception.type": err.name, "exception.message": err.message } : {};
  logs.getLogger("api").emit({
    severityNumber: SeverityNumber[severity],
    severityText: severity,
    body,
    attributes: { ...attributes, ...exception },
    ...(within && { context: within }),
  });
}
