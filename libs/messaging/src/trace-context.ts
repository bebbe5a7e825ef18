import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/** What `work` publishes carries this W3C trace context, unless it names another. */
export function withTraceparent<T>(traceparent: string | undefined, work: () => T): T {
  return current.run(traceparent, work);
}

export const currentTraceparent = (): string | undefined => current.getStore();
