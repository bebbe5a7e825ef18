import type * as z from 'zod/mini';

interface Subscription<Schema extends z.ZodMiniType> {
  url: string;
  /** The event type that carries data. */
  eventType: string;
  /** Events that do not match the schema are ignored. */
  schema: Schema;
  onEvent: (event: z.infer<Schema>) => void;
  /** Event types that end the stream. */
  endEventTypes?: readonly string[];
  /** Called when the stream opens and when it breaks. */
  onConnectionChange?: (isOpen: boolean) => void;
  /** Delay before a rejected stream is opened again; `rejections` in a row, from 1. */
  retryDelayMs: (rejections: number) => number;
}

function parseEvent<Schema extends z.ZodMiniType>(schema: Schema, event: Event): z.infer<Schema> | null {
  try {
    const parsed = schema.safeParse(JSON.parse((event as MessageEvent<string>).data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Over HTTP/1.1 browsers allow six connections per host for all tabs together. Streams use at most three, so that pages,
 * pictures and calls of every tab have the others.
 */
const STREAM_LOCKS = ['event-stream-1', 'event-stream-2', 'event-stream-3'];

/**
 * Calls back as soon as one of the browser's streams is free for this tab, which keeps it until `signal` is aborted.
 * Browsers offer no locks over plain HTTP; then each visible tab has a stream.
 */
function reserveStream(signal: AbortSignal, onReserved: () => void): void {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return onReserved();
  const queue = new AbortController();
  signal.addEventListener('abort', () => queue.abort());
  for (const name of STREAM_LOCKS) {
    const waitForEnd = (): Promise<void> | undefined => {
      if (queue.signal.aborted) return undefined;
      queue.abort();
      onReserved();
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    // Rejects when this tab no longer waits for the lock.
    locks.request(name, { signal: queue.signal }, waitForEnd).catch(() => undefined);
  }
}

/**
 * Follows server-sent events until they end or the returned function is called. A broken stream is never an error:
 * callers that depend on the data also poll for it.
 *
 * A hidden tab has no stream, and a visible one waits while others use all of them. Nothing is missed: every stream starts
 * with the current state.
 */
export function subscribeToEvents<Schema extends z.ZodMiniType>({
  url,
  eventType,
  schema,
  onEvent,
  endEventTypes = [],
  onConnectionChange,
  retryDelayMs,
}: Subscription<Schema>): () => void {
  let stream: EventSource | null = null;
  let reservation = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rejections = 0;

  const closeStream = (): void => {
    clearTimeout(timer);
    stream?.close();
    reservation.abort();
  };
  const open = (): void => {
    stream = new EventSource(url);
    stream.addEventListener('open', () => {
      rejections = 0;
      onConnectionChange?.(true);
    });
    stream.addEventListener(eventType, (message) => {
      const event = parseEvent(schema, message);
      if (event !== null) onEvent(event);
    });
    for (const endEventType of endEventTypes) stream.addEventListener(endEventType, stop);
    stream.addEventListener('error', () => {
      onConnectionChange?.(false);
      // EventSource reconnects automatically after a lost connection, but not after an error status (404, 503).
      if (stream?.readyState === EventSource.CLOSED) timer = setTimeout(open, retryDelayMs(++rejections));
    });
  };
  const start = (): void => {
    reservation = new AbortController();
    reserveStream(reservation.signal, open);
  };
  const handleVisibilityChange = (): void => {
    closeStream();
    if (document.visibilityState === 'hidden') onConnectionChange?.(false);
    else start();
  };
  const stop = (): void => {
    document.removeEventListener('visibilitychange', handleVisibilityChange);
    closeStream();
  };

  document.addEventListener('visibilitychange', handleVisibilityChange);
  if (document.visibilityState !== 'hidden') start();
  return stop;
}
