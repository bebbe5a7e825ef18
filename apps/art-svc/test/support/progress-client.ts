import type { IdentityClaims } from '@shop/contracts-common';
import { signIdentityToken, waitFor } from '@shop/testing';

export interface ServerSentEvent {
  event: string;
  data: { percent?: number; stage?: string; preview?: string; message?: string; id?: string };
}

/** Opens a progress stream like a browser. */
export async function openProgress(url: string, key: string, as: IdentityClaims): Promise<Response> {
  return fetch(new URL(`/api/generate/${key}/progress`, url), {
    headers: { accept: 'text/event-stream', 'x-identity-token': await signIdentityToken(as) },
  });
}

/** Opens the stream of a request that is sent at the same time: again while it is unknown, as the wizard does. */
export function openProgressOfRequest(url: string, key: string, as: IdentityClaims): Promise<Response> {
  return waitFor(async () => {
    const stream = await openProgress(url, key, as);
    if (stream.status === 404) throw new Error('The request has not arrived');
    return stream;
  });
}

/** Reads all events until the stream ends, without comments. Calls back with each event when it arrives. */
export async function readEvents(
  stream: Response,
  onEvent: (event: ServerSentEvent) => void = () => undefined,
): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream.body!) {
    const blocks = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const event of blocks.filter((block) => block.startsWith('event:')).map(parseEvent)) {
      events.push(event);
      onEvent(event);
    }
  }
  return events;
}

function parseEvent(block: string): ServerSentEvent {
  const [event = '', data = ''] = block.split('\n');
  return {
    event: event.slice('event: '.length),
    data: JSON.parse(data.slice('data: '.length)) as ServerSentEvent['data'],
  };
}

/** Closes the stream after its first bytes, like a browser that leaves the page. */
export async function disconnect(stream: Response): Promise<void> {
  const reader = stream.body!.getReader();
  await reader.read();
  await reader.cancel();
}
