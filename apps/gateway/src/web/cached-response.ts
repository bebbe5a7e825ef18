import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page or other text, encoded and compressed once. */
export interface CachedResponse {
  status: number;
  type: string;
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer };
  etag: string;
}

export async function createCachedResponse(text: string, type: string, status = 200): Promise<CachedResponse> {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity, { level: 9 })]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { status, type, bodies: { br, gzip: gz, identity }, etag };
}

export async function sendCachedResponse(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { status, type, bodies, etag }: CachedResponse,
): Promise<void> {
  void reply.headers({ 'content-type': type, 'cache-control': 'no-cache', etag, vary: 'Accept-Encoding' });
  // Conditional headers apply only to successful responses (RFC 9110, section 13.2.1).
  if (status === 200 && headers['if-none-match'] === etag) {
    await reply.code(304).send();
    return;
  }
  const accepted = String(headers['accept-encoding'] ?? '').toLowerCase();
  const encoding = negotiate<'br' | 'gzip'>(accepted, ['br', 'gzip']);
  if (encoding) void reply.header('content-encoding', encoding);
  await reply.code(status).send(bodies[encoding ?? 'identity']);
}
