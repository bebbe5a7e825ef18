import type { FastifyReply } from 'fastify';

/** Below the idle limit of every proxy on the way. */
const HEARTBEAT_MS = 10_000;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  // Ended, it is an idle connection that would hold up a stop.
  connection: 'close',
} as const;

/** Aborted when the caller goes away, or when the answer has gone out. */
export function departureOf(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  if (reply.raw.destroyed) disconnected.abort();
  else reply.raw.once('close', () => disconnected.abort());
  return disconnected.signal;
}

/** One server-sent event. */
export const eventFrame = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Answers with these server-sent events (WHATWG HTML, 9.2) as they come, and with a comment now and then, so that nobody on the way takes the stream for dead. */
export async function streamEvents(reply: FastifyReply, frames: AsyncIterable<string>): Promise<void> {
  reply.hijack();
  reply.raw.writeHead(200, STREAM_HEADERS);
  reply.raw.write(': connected\n\n');
  const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS);
  try {
    for await (const frame of frames) if (!reply.raw.write(frame)) await waitForDrain(reply);
    reply.raw.end();
  } catch (error) {
    reply.log.error({ err: error }, 'a stream of events broke off');
    reply.raw.destroy();
  } finally {
    clearInterval(heartbeat);
  }
}

/** Whoever reads slowly is waited for; whoever is gone is not. */
const waitForDrain = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      raw.off('drain', done).off('close', done);
      resolve();
    };
    if (raw.destroyed) resolve();
    else raw.on('drain', done).on('close', done);
  });
