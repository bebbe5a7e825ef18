import { context, createContextKey, trace, TraceFlags, type SpanContext } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/** Version 00 of https://www.w3.org/TR/trace-context/. Neither the trace id nor the span id may be all zeros. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Key of the id of the current request. */
export const REQUEST_ID = createContextKey('requestId');

/** What log lines of a request, an event or a job have in common. */
export interface LogIds {
  /** Missing outside of a request. */
  requestId?: string;
  traceId: string;
  spanId: string;
}

/** The span of a `traceparent`. Undefined if it is missing or malformed. */
export function parseTraceparent(traceparent: unknown): SpanContext | undefined {
  const match = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  if (!match) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = match;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

export const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`;

/** The W3C trace context of the current span, for an event, a job or a request that it causes. Undefined outside of a trace. */
export function currentTraceparent(): string | undefined {
  const span = trace.getActiveSpan();
  return span && toTraceparent(span.spanContext());
}

/** The ids of the current request, event or job for log lines; also while tracing is off. */
export function currentLogIds(): LogIds | undefined {
  const active = context.active();
  const span = trace.getSpanContext(active);
  return span && toLogIds(span, active.getValue(REQUEST_ID) as string | undefined);
}

export const toLogIds = ({ traceId, spanId }: SpanContext, requestId: string | undefined): LogIds =>
  requestId === undefined ? { traceId, spanId } : { requestId, traceId, spanId };
