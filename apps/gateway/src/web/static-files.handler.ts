import { open, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { acceptsEncoding } from './accepted-encoding.js';
import { CONTENT_TYPES } from './content-types.js';

const ENCODINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

/** True for file names with a content hash: their content never changes. */
export const hasContentHash = (path: string): boolean =>
  /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/i.test(path) && !path.endsWith('.html');
const IMMUTABLE = 'public, max-age=31536000, immutable';

const getCacheControl = (path: string): string =>
  hasContentHash(path) || (path.startsWith('/assets/') && !path.endsWith('.html')) ? IMMUTABLE : 'no-cache';

interface OpenedFile {
  file: FileHandle;
  size: number;
  etag: string;
  encoding?: string;
}

/** Serves the files of a folder, including files that are added while the gateway runs. */
export class StaticFiles {
  private readonly root: string;

  /** `otherType` is the content type of files with another extension or none. Without it they are not served. */
  constructor(
    folder: string,
    private readonly otherType?: string,
  ) {
    this.root = resolve(folder);
  }

  /** `path` is relative to the folder and starts with a slash. Returns false if there is no such file. */
  async serveFile(req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean> {
    const name = this.toFilePath(path);
    const type = CONTENT_TYPES[extname(path).toLowerCase()] ?? this.otherType;
    if (name === undefined || type === undefined) return false;
    const found = await openBestEncoding(name, req.headers['accept-encoding']);
    if (!found) return false;
    res.setHeader('content-type', type);
    res.setHeader('cache-control', getCacheControl(path));
    res.setHeader('etag', found.etag);
    res.setHeader('vary', 'Accept-Encoding');
    await sendFile(req, res, found);
    return true;
  }

  /** Refuses paths outside the folder, hidden files and escapes. */
  private toFilePath(path: string): string | undefined {
    if (!/^(?:\/[A-Za-z0-9_@~-][A-Za-z0-9_@.~-]*)+$/.test(path)) return undefined;
    const file = join(this.root, path);
    return file.startsWith(this.root + sep) ? file : undefined;
  }
}

async function openBestEncoding(
  name: string,
  accepted: string | string[] | undefined,
): Promise<OpenedFile | undefined> {
  for (const { encoding, suffix } of ENCODINGS) {
    const copy = acceptsEncoding(accepted, encoding) ? await openFile(name + suffix) : undefined;
    if (copy) return { ...copy, encoding };
  }
  return openFile(name);
}

async function openFile(name: string): Promise<OpenedFile | undefined> {
  const file = await open(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const stats = await file.stat();
    if (stats.isFile())
      return { file, size: stats.size, etag: `W/"${stats.size.toString(36)}-${stats.mtimeMs.toString(36)}"` };
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { file, size, etag, encoding }: OpenedFile,
): Promise<void> {
  const isNotModified = (req.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim() === etag);
  if (isNotModified || req.method === 'HEAD') await file.close();
  if (isNotModified) {
    res.writeHead(304).end();
    return;
  }
  if (encoding) res.setHeader('content-encoding', encoding);
  res.setHeader('content-length', size);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  // The stream closes the file. If the file shrinks while it is read, the error ends the connection, not the process.
  pipeline(file.createReadStream({ end: Math.max(0, size - 1) }), res, () => undefined);
}
