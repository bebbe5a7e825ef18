import { randomBytes } from 'node:crypto';

const THROW_AWAY = 'throwaway-';

/** Long enough for whatever a test stops and starts again; nothing that is in use is ever dropped. */
const UNUSED_MS = 30 * 60_000;

/** A namespace for a shop that lives no longer than a test. What is left of it, because the test was killed, the broker drops by itself. */
export function throwAwayNamespace(): string {
  return `${THROW_AWAY}${randomBytes(5).toString('hex')}`;
}

/** What the queues of a namespace are declared with (https://www.rabbitmq.com/docs/ttl#queue-ttl): nothing for those of a shop that is there to stay. */
export function expiryOf(namespace: string): { 'x-expires'?: number } {
  return namespace.startsWith(THROW_AWAY) ? { 'x-expires': UNUSED_MS } : {};
}
