import type * as z from 'zod/mini';

interface Followed<Schema extends z.ZodMiniType> {
  address: string;
  /** The name of the events that carry news. */
  event: string;
  schema: Schema;
  /** What does not fit the schema is passed over. */
  onEvent: (news: z.infer<Schema>) => void;
  /** Events after which nothing more comes. */
  endsWith?: readonly string[];
  /** Told when the stream opens, and when it breaks. */
  onConnectionChange?: (isOpen: boolean) => void;
  /** How long until a refused stream is asked for again; `refusals` in a row, from 1. */
  retryDelayMs: (refusals: number) => number;
}

function read<Schema extends z.ZodMiniType>(schema: Schema, event: Event): z.infer<Schema> | null {
  try {
    const parsed = schema.safeParse(JSON.parse((event as MessageEvent<string>).data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Follows server-sent events until they end or the returned function is called. News by a stream are a courtesy to who waits:
 * a stream that breaks is never an error, and whoever needs the news for sure asks as well.
 */
export function subscribeToEvents<Schema extends z.ZodMiniType>({
  address,
  event,
  schema,
  onEvent,
  endsWith = [],
  onConnectionChange,
  retryDelayMs,
}: Followed<Schema>): () => void {
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;

  const stop = (): void => {
    clearTimeout(timer);
    stream?.close();
  };
  const open = (): void => {
    stream = new EventSource(address);
    stream.addEventListener('open', () => {
      refusals = 0;
      onConnectionChange?.(true);
    });
    stream.addEventListener(event, (message) => {
      const news = read(schema, message);
      if (news !== null) onEvent(news);
    });
    for (const end of endsWith) stream.addEventListener(end, stop);
    stream.addEventListener('error', () => {
      onConnectionChange?.(false);
      // EventSource reconnects by itself after a lost connection, but not after a refusal (404, 503).
      if (stream?.readyState === EventSource.CLOSED) timer = setTimeout(open, retryDelayMs(++refusals));
    });
  };

  open();
  return stop;
}
