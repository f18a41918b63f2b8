// Loaded by --import before the service: registers an SDK that prints spans, one line of JSON each, on standard output. It
// exports them in batches, as SDKs do in production. With EXPORTER=hangs nothing is printed, and no export ends.
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';

const printer: SpanExporter = {
  export: (spans, done) => {
    if (process.env.EXPORTER === 'hangs') return;
    for (const span of spans) {
      const { traceId, spanId } = span.spanContext();
      const parent = span.parentSpanContext?.spanId;
      process.stdout.write(`${JSON.stringify({ span: span.name, traceId, spanId, parent })}\n`);
    }
    done({ code: 0 });
  },
  shutdown: () => Promise.resolve(),
};

new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(printer)] }).register();
