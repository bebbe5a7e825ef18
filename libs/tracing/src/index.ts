export { startEntry, type Entry, type EntryOptions } from './entry.js';
export { currentLogIds, currentTraceparent, type LogIds } from './trace-context.js';
export { startTracing, type TracingOptions } from './start-tracing.js';
export { withSpan, type SpanOptions } from './span.js';
