import { progressSchema, type Progress } from '@shop/contracts/art';

/** A stream that is refused is asked for again after this long: the job may not be registered yet. */
const REOPEN_MS = 700;

function readProgress(event: Event): Progress | null {
  try {
    const parsed = progressSchema.safeParse(JSON.parse((event as MessageEvent<string>).data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Follows a running generation by server-sent events (D38) until it ends or the returned function is called.
 * Progress is a courtesy: what decides is the answer of `POST /api/generate`, so a broken stream is never an error.
 */
export function followProgress(key: string, onProgress: (progress: Progress) => void): () => void {
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = (): void => {
    clearTimeout(timer);
    stream?.close();
  };
  const open = (): void => {
    stream = new EventSource(`/api/generate/${key}/progress`);
    stream.addEventListener('progress', (event) => {
      const progress = readProgress(event);
      if (progress) onProgress(progress);
    });
    stream.addEventListener('done', stop);
    stream.addEventListener('failed', stop);
    stream.addEventListener('error', () => {
      // EventSource reconnects by itself after a lost connection, but not after a refusal (404, 503).
      if (stream?.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
    });
  };

  open();
  return stop;
}
