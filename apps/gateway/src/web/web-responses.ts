import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { mime } from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundFile } from '../releases/app-releases.js';

// RFC 9239. The table of @fastify/static has the obsolete type.
mime.define({ 'text/javascript': ['js', 'mjs'] }, true);

export const HTML = 'text/html; charset=utf-8';

/** Neither hidden files nor escapes or `..`. */
const FILE_PATH = /^(?:\/[A-Za-z0-9_@~-][A-Za-z0-9_@.~-]*)+$/;

const ONE_YEAR_MS = 31_536_000_000;

/** True for file names with a content hash: their content never changes. */
export const hasContentHash = (path: string): boolean =>
  /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/i.test(path) && !path.endsWith('.html');

const isImmutable = (path: string): boolean =>
  hasContentHash(path) || (path.startsWith('/assets/') && !path.endsWith('.html'));

export const getContentType = (path: string): string => `${mime.getType(path) ?? 'text/plain'}; charset=utf-8`;

/**
 * Sends a file of the first folder that has it, including files that are added while the gateway runs. `path` starts with a slash.
 * Returns false if there is no such file.
 */
export async function sendFile(reply: FastifyReply, path: string, folders: readonly string[]): Promise<boolean> {
  const folder = FILE_PATH.test(path) ? await findFolder(path, folders) : undefined;
  if (folder === undefined) return false;
  await streamFile(reply, path, folder, {});
  return true;
}

async function findFolder(path: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const stats = await stat(join(folder, path)).catch(() => undefined);
    if (stats?.isFile()) return folder;
  }
  return undefined;
}

/** Sends a released file. Its ETag is made of its hash, so it is equal in all gateways. */
export async function sendReleasedFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { folder, file }: FoundFile,
): Promise<void> {
  const etag = `W/"${file.hash.slice('sha256-'.length)}"`;
  void reply.header('etag', etag);
  const known = headers['if-none-match']?.split(',').map((each) => each.trim());
  if (known?.includes(etag) || known?.includes('*')) {
    const cacheControl = isImmutable(path) ? `public, max-age=${ONE_YEAR_MS / 1000}, immutable` : 'no-cache';
    await reply.code(304).headers({ 'cache-control': cacheControl, vary: 'Accept-Encoding' }).send();
    return;
  }
  await streamFile(reply, path, folder, { etag: false, lastModified: false });
}

async function streamFile(
  reply: FastifyReply,
  path: string,
  folder: string,
  options: { etag?: false; lastModified?: false },
): Promise<void> {
  const hasType = mime.getType(path) !== null;
  if (!hasType) void reply.type(getContentType(path));
  if (!isImmutable(path)) void reply.header('cache-control', 'no-cache');
  await reply.header('vary', 'Accept-Encoding').sendFile(path, resolve(folder), {
    ...options,
    contentType: hasType,
    ...(isImmutable(path) ? { immutable: true, maxAge: ONE_YEAR_MS } : { cacheControl: false }),
  });
}

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
