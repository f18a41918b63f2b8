// Loaded by --import before the service: an SDK with the usual batches, whose exporter drops the spans.
import { BatchSpanProcessor, InMemorySpanExporter, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const exporter = new InMemorySpanExporter();
new NodeTracerProvider({
  spanProcessors: [
    new BatchSpanProcessor({
      export: (_, done) => exporter.export([], done),
      shutdown: () => exporter.shutdown(),
    }),
  ],
}).register();
