import type { Readable } from 'node:stream';
import { DomainError, isDomainError } from '@shop/contracts/common';

/** Whoever gets one reads the stream to its end or destroys it. */
export interface StoredFile {
  readonly stream: Readable;
  readonly sizeBytes: number;
}

/** A picture's bytes, or the local file that holds them (of LocalFiles): it may be moved, so whoever made it has it no longer. */
export type Content = Uint8Array | { readonly path: string };

/**
 * Where pictures are kept, by their keys (image-keys.ts); a key's content never changes. Everything but `check` rejects with the DomainError
 * PICTURES_UNREACHABLE (503) where the store itself can't be reached or does not do its work.
 */
export abstract class ImageStore {
  /** Readers see the whole file or none, and once this has resolved it is kept. */
  abstract put(key: string, content: Content): Promise<void>;

  /** Null where there is none. */
  abstract open(key: string): Promise<StoredFile | null>;

  /** The whole file; null where there is none. */
  abstract read(key: string): Promise<Buffer | null>;

  abstract exists(key: string): Promise<boolean>;

  /** What is not there is gone already. */
  abstract remove(key: string): Promise<void>;

  /** What `use` makes of the file's path on this machine, which is good until it has settled; null, and `use` not called, where there is no such file. */
  abstract withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | null>;

  /** Rejects where the store can't be reached, with what it said. */
  abstract check(): Promise<void>;

  /** Whether the store as a whole does not do its work, not one of its files: the one is waited for, however long it takes; a try that the other broke counts. */
  async isAway(error: unknown): Promise<boolean> {
    if (!isUnreachable(error)) return false;
    if (isFull(error)) return true;
    return this.check().then(
      () => false,
      () => true,
    );
  }
}

/** Such a store can be looked at, and takes nothing. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  NO_ROOM.has(String(error.cause.code));

export const picturesUnreachable = (cause: unknown): DomainError =>
  new DomainError(
    'PICTURES_UNREACHABLE',
    'unavailable',
    'The picture store is not reachable right now. Please try again in a moment.',
    { cause },
  );

export const isUnreachable = (error: unknown): boolean => isDomainError(error) && error.code === 'PICTURES_UNREACHABLE';

/** What a store's own errors become: a server that is away, a full disk, a folder without rights. */
export async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw picturesUnreachable(error);
  }
}
