import type { FastifyReply } from 'fastify';

/** Aborted when the caller goes away, or when the answer has gone out. */
export function departureOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort();
  else reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
