import type { FastifyReply } from 'fastify';

/** Below the idle timeout of common proxies. */
const HEARTBEAT_MS = 10_000;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  // A kept-alive connection would delay the shutdown of the service.
  connection: 'close',
} as const;

/** Aborted when the client disconnects or the response is complete. */
export function getDisconnectSignal(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  if (reply.raw.destroyed) disconnected.abort();
  else reply.raw.once('close', () => disconnected.abort());
  return disconnected.signal;
}

/** One server-sent event in wire format (WHATWG HTML, section 9.2). */
export const formatServerSentEvent = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Streams server-sent events to the client. Sends a comment as heartbeat, so that proxies do not close an idle stream. */
export async function streamServerSentEvents(reply: FastifyReply, frames: AsyncIterable<string>): Promise<void> {
  reply.hijack();
  reply.raw.writeHead(200, STREAM_HEADERS);
  reply.raw.write(': connected\n\n');
  const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS);
  try {
    for await (const frame of frames) if (!reply.raw.write(frame)) await waitForDrain(reply);
    reply.raw.end();
  } catch (error) {
    reply.log.error({ err: error }, 'Server-sent event stream failed');
    reply.raw.destroy();
  } finally {
    clearInterval(heartbeat);
  }
}

/** Resolves once a slow client has read the buffered data, or has disconnected. */
const waitForDrain = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      raw.off('drain', done).off('close', done);
      resolve();
    };
    if (raw.destroyed) resolve();
    else raw.on('drain', done).on('close', done);
  });
