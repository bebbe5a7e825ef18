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
 * Follows server-sent events until they end or the returned function is called. A broken stream is never an error:
 * callers that depend on the data also poll for it.
 *
 * A hidden tab holds no stream, because over HTTP/1.1 browsers allow six connections per host for all tabs together.
 * Nothing is missed: every stream starts with the current state.
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rejections = 0;

  const closeStream = (): void => {
    clearTimeout(timer);
    stream?.close();
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
  const handleVisibilityChange = (): void => {
    closeStream();
    if (document.visibilityState === 'hidden') onConnectionChange?.(false);
    else open();
  };
  const stop = (): void => {
    document.removeEventListener('visibilitychange', handleVisibilityChange);
    closeStream();
  };

  document.addEventListener('visibilitychange', handleVisibilityChange);
  if (document.visibilityState !== 'hidden') open();
  return stop;
}
