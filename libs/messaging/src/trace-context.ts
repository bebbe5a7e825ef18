import { AsyncLocalStorage } from 'node:async_hooks';

/** Version 00 of https://www.w3.org/TR/trace-context/: neither the trace nor the span may be all zeros. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const current = new AsyncLocalStorage<string | undefined>();

/** What `work` publishes carries this W3C trace context, unless it names another. */
export function withTraceparent<T>(traceparent: string | undefined, work: () => T): T {
  return current.run(traceparent, work);
}

export const currentTraceparent = (): string | undefined => current.getStore();

/** A header's trace context; undefined where it is none. */
export const parseTraceparent = (header: unknown): string | undefined =>
  typeof header === 'string' && TRACEPARENT.test(header) ? header : undefined;

/** The trace's id alone, as it stands in log lines. */
export const getTraceId = (traceparent: string | undefined): string | undefined =>
  traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1];
