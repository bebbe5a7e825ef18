import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip' | 'identity';

/** An answer that is sent many times: made, compressed and named once. */
export interface ReadyAnswer {
  readonly contentType: string;
  /** Weak: the same name for all its encodings. */
  readonly etag: string;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>> & { identity: Buffer }>;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Ten kilobytes take a few milliseconds at the highest levels, once for each change; a list of thousands of products would take seconds. */
const HIGHEST_LEVELS_BYTES = 200_000;
const HIGHEST = { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION };
const QUICK = { brotli: 5, gzip: 6 };

const etagOf = (body: Buffer): string => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Of what is compressed already. */
export const asItIs = (contentType: string, body: Buffer): ReadyAnswer => ({
  contentType,
  etag: etagOf(body),
  bodies: { identity: body },
});

export async function prepare(contentType: string, text: string): Promise<ReadyAnswer> {
  const identity = Buffer.from(text);
  const level = identity.length > HIGHEST_LEVELS_BYTES ? QUICK : HIGHEST;
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        [constants.BROTLI_PARAM_QUALITY]: level.brotli,
      },
    }),
    zip(identity, { level: level.gzip }),
  ]);
  return { contentType, etag: etagOf(identity), bodies: { br, gzip: gz, identity } };
}

/** Encodings a client takes (RFC 9110, 12.5.3); `q=0` means not this one. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const accepted = (acceptEncoding ?? '').split(',').flatMap((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

/** Whether the client's `If-None-Match` names this answer (weak comparison, RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const plain = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag));
}
