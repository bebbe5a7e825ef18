import { join } from 'node:path';
import {
  FolderReleases,
  isFile,
  KEEP_MS,
  listBuilds,
  MAX_LIST_BYTES,
  parseList,
  readPointer,
  ReleaseFault,
  toBuildsKey,
  toFileKey,
  toListKey,
  toPointerKey,
  type FileList,
  type Pointer,
  type ReleasedFile,
  type ReleaseStore,
} from '@shop/releases';

/** Copies of released files on this gateway's disk. Nothing is served before its hash was compared. */
export class ReleaseCache {
  private readonly disk: FolderReleases;
  /** Keys of files whose copy was compared. */
  private readonly checked = new Set<string>();
  private readonly fetching = new Map<string, Promise<void>>();

  constructor(
    private readonly store: ReleaseStore,
    folder: string,
  ) {
    this.disk = new FolderReleases(folder);
  }

  get address(): string {
    return this.store.address;
  }

  getFolder(app: string, build: string): string {
    return join(this.disk.address, toBuildsKey(app), build);
  }

  /** Null before the first release of the app. */
  async fetchPointer(app: string): Promise<Pointer | null> {
    return readPointer(this.store, app);
  }

  /** With it a gateway starts while the store is away. */
  async readLastPointer(app: string): Promise<Pointer | null> {
    return readPointer(this.disk, app);
  }

  async keepPointer(app: string, pointer: Pointer): Promise<void> {
    await this.disk.writeFile(toPointerKey(app), Buffer.from(JSON.stringify(pointer)));
  }

  async fetchList(app: string, build: string): Promise<FileList> {
    const key = toListKey(app, build);
    const copy = await this.disk.readFile(key, MAX_LIST_BYTES).catch(() => null);
    if (copy) {
      try {
        return parseList(copy.toString('utf8'), build);
      } catch {
        // A broken copy is fetched again.
      }
    }
    const text = await this.store.readFile(key, MAX_LIST_BYTES);
    if (!text) throw new ReleaseFault(`${key} is missing in ${this.address}`);
    const files = parseList(text.toString('utf8'), build);
    await this.disk.writeFile(key, text);
    return files;
  }

  /** Resolves when the file is on the disk. */
  async fetchFile(app: string, build: string, path: string, file: ReleasedFile): Promise<void> {
    const key = toFileKey(app, build, path);
    if (this.checked.has(key)) return;
    const running = this.fetching.get(key) ?? this.copyFile(key, file).finally(() => this.fetching.delete(key));
    this.fetching.set(key, running);
    await running;
  }

  private async copyFile(key: string, file: ReleasedFile): Promise<void> {
    const copy = await this.disk.readFile(key, file.bytes).catch(() => null);
    if (!copy || !isFile(copy, file)) {
      const content = await this.store.readFile(key, file.bytes);
      if (!content) throw new ReleaseFault(`${key} is missing in ${this.address}`);
      if (!isFile(content, file)) throw new ReleaseFault(`${key} in ${this.address} has another hash`);
      await this.disk.writeFile(key, content);
    }
    this.checked.add(key);
  }

  /** Removes copies of builds that the pointer no longer names. Gateways of different pointers may share the folder, so only old ones. */
  async removeOldCopies(app: string, pointer: Pointer, now: number): Promise<void> {
    const named = new Set(listBuilds(pointer));
    const prefix = toBuildsKey(app);
    for (const { key, changedAt } of await this.disk.listFiles(prefix)) {
      if (named.has(key.slice(prefix.length).split('/')[0] ?? '') || now - changedAt <= KEEP_MS) continue;
      this.checked.delete(key);
      await this.disk.removeFile(key);
    }
  }
}
