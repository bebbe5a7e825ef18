import type { Readable } from 'node:stream';
import { DomainError, isDomainError } from '@shop/contracts-common';

/** The receiver must read the stream to its end or destroy it. */
export interface StoredFile {
  readonly stream: Readable;
  readonly sizeBytes: number;
}

/**
 * A picture's bytes, or a file of TemporaryFiles, which the store may move: its path is no longer valid afterwards.
 */
export type FileContent = Uint8Array | { readonly path: string };

/**
 * Stores pictures by key (image-keys.ts). The content of a key never changes. All methods but `check` reject with the
 * DomainError PICTURES_UNREACHABLE (503) where the store fails.
 */
export abstract class ImageStore {
  /** Readers see the whole file or none. The file is durable when the promise resolves. */
  abstract put(key: string, content: FileContent): Promise<void>;

  /** Null where the file does not exist. */
  abstract open(key: string): Promise<StoredFile | null>;

  /** The whole file; null where it does not exist. */
  abstract read(key: string): Promise<Buffer | null>;

  abstract exists(key: string): Promise<boolean>;

  /** Removing a missing file is no error. */
  abstract remove(key: string): Promise<void>;

  /**
   * Calls `use` with a local path that is valid until the call settles. Returns null, without the call, where the
   * file does not exist.
   */
  abstract withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | null>;

  /** False while so little is free that new photos would take the room of print files. */
  abstract hasRoom(): Promise<boolean>;

  /** Rejects with the store's own error where it can't be reached. */
  abstract check(): Promise<void>;

  /** Whether the error means that the whole store is unavailable, and not one file. */
  async isStoreFailure(error: unknown): Promise<boolean> {
    if (!isUnreachable(error)) return false;
    if (isDiskFull(error)) return true;
    return this.check().then(
      () => false,
      () => true,
    );
  }
}

/** With these errors `check` succeeds, but no file can be written. */
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  DISK_FULL_CODES.has(String(error.cause.code));

export const picturesUnreachable = (cause: unknown): DomainError =>
  new DomainError(
    'PICTURES_UNREACHABLE',
    'unavailable',
    'The picture store is not reachable right now. Please try again in a moment.',
    { cause },
  );

export const isUnreachable = (error: unknown): boolean => isDomainError(error) && error.code === 'PICTURES_UNREACHABLE';

/** Converts a store's own errors: a server that is away, a full disk, a folder without rights. */
export async function wrapStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw picturesUnreachable(error);
  }
}
