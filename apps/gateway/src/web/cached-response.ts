import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { acceptsEncoding } from './accepted-encoding.js';
import { setHeaders, type ResponseHeaders } from './security-headers.js';

interface EncodedBody {
  body: Buffer;
  encoding?: 'br' | 'gzip';
}

/** A page or other text, encoded and compressed once. */
export interface CachedResponse {
  status: number;
  type: string;
  /** Smallest first. */
  bodies: EncodedBody[];
  etag: string;
  headers: ResponseHeaders;
}

export async function createCachedResponse(
  text: string,
  { status, type, headers }: Pick<CachedResponse, 'status' | 'type' | 'headers'>,
): Promise<CachedResponse> {
  const body = Buffer.from(text);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(body), promisify(gzip)(body, { level: 9 })]);
  return {
    status,
    type,
    bodies: [{ body: br, encoding: 'br' }, { body: gz, encoding: 'gzip' }, { body }],
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    headers,
  };
}

export function sendCachedResponse(
  req: IncomingMessage,
  res: ServerResponse,
  { status, type, bodies, etag, headers }: CachedResponse,
): void {
  setHeaders(res, headers);
  res.setHeader('content-type', type);
  res.setHeader('cache-control', 'no-cache');
  res.setHeader('etag', etag);
  res.setHeader('vary', 'Accept-Encoding');
  // Conditional headers apply only to successful responses (RFC 9110, section 13.2.1).
  if (status === 200 && req.headers['if-none-match'] === etag) {
    res.writeHead(304).end();
    return;
  }
  const body = bodies.find(
    ({ encoding }) => encoding === undefined || acceptsEncoding(req.headers['accept-encoding'], encoding),
  );
  if (body?.encoding) res.setHeader('content-encoding', body.encoding);
  res.statusCode = status;
  res.setHeader('content-length', body?.body.length ?? 0);
  res.end(req.method === 'HEAD' ? undefined : body?.body);
}
