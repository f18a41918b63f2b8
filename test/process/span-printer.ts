// Loaded by --import before the service: registers an SDK that prints each span, as one line of JSON, on standard output.
import { NodeTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-node';

const printer: SpanProcessor = {
  onStart: () => undefined,
  onEnd: (span) => {
    const { traceId, spanId } = span.spanContext();
    const parent = span.parentSpanContext?.spanId;
    process.stdout.write(`${JSON.stringify({ span: span.name, traceId, spanId, parent })}\n`);
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

new NodeTracerProvider({ spanProcessors: [printer] }).register();
