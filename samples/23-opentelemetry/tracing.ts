import { subscribe } from "node:diagnostics_channel";
import { context } from "@opentelemetry/api";
import { getRPCMetadata } from "@opentelemetry/core";
import { registerInstrumentations } from "@opentelemetry/instrumentation";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";

/** Keeps the spans, for this sample to show; yours sends them to a collector. */
export const exporter = new InMemorySpanExporter();

new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
registerInstrumentations({
  instrumentations: [new HttpInstrumentation({ ignoreIncomingRequestHook: ({ url }) => url === "/spans" })],
});

/** The parts of a message that a span is told of. */
interface MatchMessage {
  readonly Request: { readonly baseUrl: string };
  readonly Route: { readonly Path: string };
  readonly Version: string | undefined;
}

// For every App of the process, which need not know of it.
subscribe("versioned-controllers:match", (message) => {
  const { Request, Route, Version = "none" } = message as MatchMessage;
  const metadata = getRPCMetadata(context.active());
  if (metadata) metadata.route = Request.baseUrl + Route.Path;
  metadata?.span.setAttribute("api.version", Version);
});
subscribe("versioned-controllers:refused", (message) => {
  const { Reason } = message as { readonly Reason: string };
  getRPCMetadata(context.active())?.span.setAttribute("api.refused", Reason);
});
