/** Reads released files by key, such as `live/storefront.json`. */
export interface ReleaseStore {
  /** Where it is, for people. */
  readonly address: string;
  /** Null if there is no such file. Rejects if the store fails, or if the file has more bytes. */
  readFile(key: string, maxBytes: number): Promise<Buffer | null>;
  /** Reads that are under way reject, so that a store that does not answer delays no shutdown. */
  close(): void;
}

export interface StoredKey {
  readonly key: string;
  readonly changedAt: number;
}

/** Also takes releases. Files are small enough for the memory. */
export interface WritableReleaseStore extends ReleaseStore {
  /** Readers see the file as it was or as it is now, and never a part of it. */
  writeFile(key: string, content: Uint8Array): Promise<void>;
  /**
   * Replaces a file by what `change` makes of it; null leaves it. Changes of one file at the same time follow each other, so none is lost.
   * `change` may be called again, with what another one wrote.
   */
  changeFile(key: string, maxBytes: number, change: (before: Buffer | null) => Uint8Array | null): Promise<void>;
  listFiles(prefix: string): Promise<StoredKey[]>;
  removeFile(key: string): Promise<void>;
}

export const createTooLargeError = (key: string, maxBytes: number): Error =>
  new Error(`${key} has more than ${maxBytes} bytes`);
