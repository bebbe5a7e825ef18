import { access, constants, mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.js';
import { ImageStore, reached, type Content, type StoredFile } from './image-store.js';
import type { LocalFiles } from './local-files.js';

/** Pictures as files under `DATA_DIR/images`; several instances need that folder in common. */
export class FolderStore extends ImageStore {
  private readonly root: string;

  constructor(
    { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
    private readonly local: LocalFiles,
  ) {
    super();
    this.root = join(DATA_DIR, 'images');
  }

  /** Survives a power cut: written elsewhere, synced, then renamed. */
  put(key: string, content: Content): Promise<void> {
    return reached(async () => {
      const path = this.pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const unfinished = 'path' in content ? content.path : await this.local.newPath();
      try {
        if ('path' in content) await sync(unfinished);
        else await writeSynced(unfinished, content);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    });
  }

  open(key: string): Promise<StoredFile | null> {
    return found(async () => {
      const file = await open(this.pathOf(key));
      const { size } = await file.stat().catch(async (error: unknown) => {
        await file.close();
        throw error;
      });
      return { stream: file.createReadStream(), sizeBytes: size };
    });
  }

  read(key: string): Promise<Buffer | null> {
    return found(() => readFile(this.pathOf(key)));
  }

  async exists(key: string): Promise<boolean> {
    return (await found(() => access(this.pathOf(key)).then(() => true))) ?? false;
  }

  remove(key: string): Promise<void> {
    return reached(() => rm(this.pathOf(key), { force: true }));
  }

  async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | null> {
    return (await this.exists(key)) ? use(this.pathOf(key)) : null;
  }

  async check(): Promise<void> {
    await mkdir(this.root, { recursive: true });
    await access(this.root, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  private pathOf(key: string): string {
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

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Null where there is no such file. */
const found = <T>(work: () => Promise<T>): Promise<T | null> =>
  reached(() =>
    work().catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  );
