import type { StatsFs } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.js';
import { ImageStore, wrapStoreErrors, type FileContent, type StoredFile } from './image-store.js';
import type { TemporaryFiles } from './temporary-files.js';

/** Of a large volume, a tenth would be far more than the print files of a day. */
const ENOUGH_BYTES = 20_000_000_000;

/** `bavail` and `blocks` are in blocks of `bsize` bytes. */
export const isNearlyFull = (
  { bavail, blocks, bsize }: Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>,
  minFreePercent: number,
): boolean => bavail < (blocks * minFreePercent) / 100 && bavail * bsize < ENOUGH_BYTES;

/** Stores pictures as files under `DATA_DIR/images`; several instances must share that folder. */
export class FolderStore extends ImageStore {
  private readonly root: string;
  private readonly minFreePercent: number;

  constructor(
    { DATA_DIR, DISK_FREE_PERCENT }: Pick<Config, 'DATA_DIR' | 'DISK_FREE_PERCENT'>,
    private readonly temporaryFiles: TemporaryFiles,
  ) {
    super();
    this.root = join(DATA_DIR, 'images');
    this.minFreePercent = DISK_FREE_PERCENT;
  }

  /** Safe against a power cut: writes another file, syncs it, then renames it. */
  put(key: string, content: FileContent): Promise<void> {
    return wrapStoreErrors(async () => {
      const path = this.getPath(key);
      await mkdir(dirname(path), { recursive: true });
      const unfinished = 'path' in content ? content.path : await this.temporaryFiles.createPath();
      try {
        if ('path' in content) await syncFile(unfinished);
        else await writeSynced(unfinished, content);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    });
  }

  open(key: string): Promise<StoredFile | null> {
    return nullIfMissing(async () => {
      const file = await open(this.getPath(key));
      const { size } = await file.stat().catch(async (error: unknown) => {
        await file.close();
        throw error;
      });
      return { stream: file.createReadStream(), sizeBytes: size };
    });
  }

  read(key: string): Promise<Buffer | null> {
    return nullIfMissing(() => readFile(this.getPath(key)));
  }

  async exists(key: string): Promise<boolean> {
    return (await nullIfMissing(() => access(this.getPath(key)).then(() => true))) ?? false;
  }

  remove(key: string): Promise<void> {
    return wrapStoreErrors(() => rm(this.getPath(key), { force: true }));
  }

  async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | null> {
    return (await this.exists(key)) ? use(this.getPath(key)) : null;
  }

  async hasRoom(): Promise<boolean> {
    // Before the first picture the folder does not exist.
    const volume = await statfs(this.root).catch(() => null);
    return volume === null || !isNearlyFull(volume, this.minFreePercent);
  }

  async check(): Promise<void> {
    await mkdir(this.root, { recursive: true });
    await access(this.root, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  private getPath(key: string): string {
    return join(this.root, key);
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx');
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file?.close();
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Null where the file does not exist. */
const nullIfMissing = <T>(work: () => Promise<T>): Promise<T | null> =>
  wrapStoreErrors(() =>
    work().catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  );
