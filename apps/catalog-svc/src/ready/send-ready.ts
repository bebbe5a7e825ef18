import type { FastifyReply } from 'fastify';
import { encodingFor, isKnown, type ReadyAnswer } from './ready-answer.js';

/** Sends a ready answer in the best encoding the client takes, or 304 where it has it already. */
export async function sendReady(
  reply: FastifyReply,
  answer: ReadyAnswer,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const asked = reply.request.headers;
  void reply.headers({ ...headers, etag: answer.etag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' });
  if (isKnown(asked['if-none-match'], answer.etag)) {
    await reply.status(304).send();
    return;
  }
  const encoding = encodingFor(asked['accept-encoding']);
  const compressed = encoding === 'identity' ? undefined : answer.bodies[encoding];
  if (compressed) void reply.header('content-encoding', encoding);
  await reply.type(answer.contentType).send(compressed ?? answer.bodies.identity);
}
