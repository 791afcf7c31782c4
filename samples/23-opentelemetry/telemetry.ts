import { logs } from "@opentelemetry/api-logs";
import { metrics } from "@opentelemetry/api";
import { registerInstrumentations } from "@opentelemetry/instrumentation";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";

// They keep everything in memory, for this sample to show; yours send it to a collector.
const spans = new InMemorySpanExporter();
const points = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const records = new InMemoryLogRecordExporter();

new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).register();
const meters = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: points })] });
metrics.setGlobalMeterProvider(meters);
logs.setGlobalLoggerProvider(
  new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: records })] }),
);
registerInstrumentations({
  instrumentations: [
    new HttpInstrumentation({ ignoreIncomingRequestHook: ({ url = "" }) => !url.startsWith("/api/") }),
  ],
});

export function readSpans(): object[] {
  return spans.getFinishedSpans().map(({ name, attributes }) => ({
    name,
    route: attributes["http.route"],
    version: attributes["api.version"],
    state: attributes["api.version.state"],
    refused: attributes["api.refused"],
    status: attributes["http.response.status_code"],
  }));
}

export async function readDurations(): Promise<object[]> {
  points.reset();
  await meters.forceFlush();
  return points
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics)
    .filter(({ descriptor }) => descriptor.name === "api.duration")
    .flatMap(({ dataPoints }) => dataPoints.map(({ attributes }) => attributes));
}

export function readRecords(): object[] {
  return records.getFinishedLogRecords().map(({ body, severityText, attributes, spanContext }) => ({
    body,
    severity: severityText,
    ...attributes,
    isTraced: spanContext !== undefined,
  }));
}

/** Ends what would hold the process. */
export function shutdown(): Promise<void> {
  return meters.shutdown();
}
