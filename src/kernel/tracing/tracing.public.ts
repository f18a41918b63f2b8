export {
  fail,
  flushSpans,
  incomingSpan,
  inThisTrace,
  outgoingHeaders,
  type Span,
  SpanKind,
  traced,
} from './tracing.js';
