import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

/** A response that is compressed once and sent many times. */
export interface CachedResponse {
  readonly contentType: string;
  /** Weak, because all encodings share it. */
  readonly etag: string;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>> & { identity: Buffer }>;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** The highest levels take a few milliseconds for ten kilobytes, but seconds for a list of thousands of products. */
const MAX_QUALITY_LIMIT_BYTES = 200_000;
const MAX_QUALITY = { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION };
const FAST = { brotli: 5, gzip: 6 };

const computeEtag = (body: Buffer): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** For content that is compressed already, such as AVIF. */
export const fromCompressed = (contentType: string, body: Buffer): CachedResponse => ({
  contentType,
  etag: computeEtag(body),
  bodies: { identity: body },
});

export async function createCachedResponse(contentType: string, text: string): Promise<CachedResponse> {
  const identity = Buffer.from(text);
  const level = identity.length > MAX_QUALITY_LIMIT_BYTES ? FAST : MAX_QUALITY;
  const [br, gz] = await Promise.all([
    brotliAsync(identity, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        [constants.BROTLI_PARAM_QUALITY]: level.brotli,
      },
    }),
    gzipAsync(identity, { level: level.gzip }),
  ]);
  return { contentType, etag: computeEtag(identity), bodies: { br, gzip: gz, identity } };
}

/** Selects the best encoding of Accept-Encoding (RFC 9110, 12.5.3); `q=0` excludes one. */
export function selectEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = (acceptEncoding ?? '').split(',').flatMap((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

/** Whether `If-None-Match` contains this ETag (weak comparison, RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const plain = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag));
}

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
