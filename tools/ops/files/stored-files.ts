/** Which files the rows of art-svc's database need, and which files belong to no row. Keys: apps/art-svc/src/images/image-keys.ts. */
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { RunSql } from '../shop/service-databases.ts';

/** The ids of rows, by the folder whose files carry them. Copies and previews can be drawn again, so no row needs them. */
export interface FileOwners {
  /** Picture → the extension of its original. */
  images: ReadonlyMap<string, string>;
  cutOuts: ReadonlySet<string>;
  /** SHA-256 of print files that are not deleted. */
  prints: ReadonlySet<string>;
  /** Files that art-svc is about to delete, or whose row is about to be committed. */
  removals: ReadonlySet<string>;
}

export interface Comparison {
  /** Keys that rows need. */
  missing: string[];
  /** Keys without a row. */
  orphans: string[];
}

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

const OWNERS_BY_FOLDER: Record<string, (owners: FileOwners, name: string) => boolean> = {
  originals: ({ images }, name) => images.has(name),
  copies: ({ images }, name) => images.has(name),
  previews: ({ images }, name) => images.has(name),
  'cut-outs': ({ cutOuts }, name) => cutOuts.has(name),
  prints: ({ prints }, name) => prints.has(name),
};
/** An id or a hash, between the subfolder of its first two digits and the rest of the name. */
const KEY = /^([a-z-]+)\/[0-9a-f]{2}\/([0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;
/** Uploads that are not decoded yet. */
const TEMPORARY = 'incoming/';

export async function readOwners(query: RunSql): Promise<FileOwners> {
  const images = await query<{ id: string; mimeType: string }>('SELECT id, mime_type AS "mimeType" FROM images', []);
  const cutOuts = await query<{ id: string }>('SELECT id FROM cut_outs', []);
  const prints = await query<{ sha256: string }>(
    `SELECT file->>'sha256' AS sha256 FROM print_files WHERE file IS NOT NULL AND files_due_at IS DISTINCT FROM 'infinity'`,
    [],
  );
  const removals = await query<{ key: string }>('SELECT key FROM file_removals', []);
  return {
    images: new Map(images.map(({ id, mimeType }) => [id, EXTENSIONS[mimeType] ?? mimeType])),
    cutOuts: new Set(cutOuts.map(({ id }) => id)),
    prints: new Set(prints.map(({ sha256 }) => sha256)),
    removals: new Set(removals.map(({ key }) => key)),
  };
}

const keyOf = (folder: string, name: string, extension: string): string =>
  `${folder}/${name.slice(0, 2)}/${name}.${extension}`;

export function compareFiles(owners: FileOwners, keys: Iterable<string>): Comparison {
  const stored = new Set(keys);
  const needed = [
    ...[...owners.images].map(([id, extension]) => keyOf('originals', id, extension)),
    ...[...owners.cutOuts].map((id) => keyOf('cut-outs', id, 'png')),
    ...[...owners.prints].map((sha256) => keyOf('prints', sha256, 'png')),
  ];
  const hasOwner = (key: string): boolean => {
    const [, folder = '', name = ''] = KEY.exec(key) ?? [];
    return owners.removals.has(key) || (OWNERS_BY_FOLDER[folder]?.(owners, name) ?? false);
  };
  return {
    missing: needed.filter((key) => !stored.has(key)).sort(),
    orphans: [...stored].filter((key) => !key.startsWith(TEMPORARY) && !hasOwner(key)).sort(),
  };
}

/** The keys of the files in a folder. */
export async function listFolder(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/'));
}
