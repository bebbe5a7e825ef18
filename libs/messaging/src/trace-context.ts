import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Version 00 of https://www.w3.org/TR/trace-context/. Neither the trace id nor the span id may be all zeros. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const current = new AsyncLocalStorage<string | undefined>();

/** Events that `work` publishes carry this W3C trace context, unless they specify another. */
export function withTraceparent<T>(traceparent: string | undefined, work: () => T): T {
  return current.run(traceparent, work);
}

export const currentTraceparent = (): string | undefined => current.getStore();

/** The trace context of a header. Undefined if it is missing or malformed. */
export const parseTraceparent = (header: unknown): string | undefined =>
  typeof header === 'string' && TRACEPARENT.test(header) ? header : undefined;

/** The trace id for log lines. */
export const getTraceId = (traceparent: string | undefined): string | undefined =>
  traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1];

/** Continues the trace of a header with a new span, or starts a trace. */
export function continueTraceparent(header: unknown): string {
  const traceId = getTraceId(parseTraceparent(header)) ?? toHex(randomUUID());
  return `00-${traceId}-${toHex(randomUUID()).slice(16)}-01`;
}

const toHex = (uuid: string): string =>
  uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);
