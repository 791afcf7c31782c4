import { registerInstrumentations } from "@opentelemetry/instrumentation";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";

/** Keeps the spans, for this sample to show; yours sends them to a collector. */
export const exporter = new InMemorySpanExporter();

new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
registerInstrumentations({
  instrumentations: [new HttpInstrumentation({ ignoreIncomingRequestHook: ({ url }) => url === "/spans" })],
});
