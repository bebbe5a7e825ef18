import type { FastifyReply } from 'fastify';
import { selectEncoding, matchesEtag, type CachedResponse } from './cached-response.js';

/** Sends the response in the best accepted encoding, or 304 if the client has it already. */
export async function sendCachedResponse(
  reply: FastifyReply,
  response: CachedResponse,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const requestHeaders = reply.request.headers;
  void reply.headers({ ...headers, etag: response.etag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' });
  if (matchesEtag(requestHeaders['if-none-match'], response.etag)) {
    await reply.status(304).send();
    return;
  }
  const encoding = selectEncoding(requestHeaders['accept-encoding']);
  const compressed = encoding === 'identity' ? undefined : response.bodies[encoding];
  if (compressed) void reply.header('content-encoding', encoding);
  await reply.type(response.contentType).send(compressed ?? response.bodies.identity);
}
