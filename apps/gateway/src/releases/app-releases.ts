import { ReleaseFault, listBuilds, toPointerKey, type FileList, type Pointer, type ReleasedFile } from '@shop/releases';
import PQueue from 'p-queue';
import type { ReleaseCache } from './release-cache.js';

const TRANSFERS = 8;
/** After a pointer could not be followed. Another one is tried at once. */
const RETRY_MS = 10_000;
/** Files that a browser may get instead. */
const COMPRESSED = ['.br', '.gz'];

/** A build whose files are all on the disk. */
export interface LiveBuild {
  readonly build: string;
  readonly folder: string;
  readonly files: FileList;
}

/** A file on the disk: its path in the folder is that of the request. */
export interface FoundFile {
  readonly folder: string;
  readonly file: ReleasedFile;
}

/** The builds of one app: the one that is served, and those whose pages may still be open. */
export class AppReleases {
  /** The last build that was whole. It stays if the store is away, or if a file of the next one has another hash. */
  live: LiveBuild | undefined;
  /** Why the build that the pointer names is not served, or a file of an earlier build. */
  problem: string | undefined;
  /** False if the store has no release of the app. */
  isReleased = true;
  /** The pointer that was followed to its end, as JSON. */
  private followed: string | undefined;
  private readonly lists = new Map<string, FileList>();
  private failed: { pointer: string; retryAt: number; error: unknown } | undefined;

  constructor(
    readonly app: string,
    private readonly cache: ReleaseCache,
    private readonly now: () => number,
    /** A build without this file is of no use. */
    private readonly mainFile?: string,
  ) {}

  /** Reads the pointer, and switches to its build once that is whole. */
  async update(): Promise<void> {
    try {
      const pointer = await this.cache.fetchPointer(this.app);
      this.isReleased = pointer !== null;
      if (!pointer) throw new ReleaseFault(`${toPointerKey(this.app)} is missing in ${this.cache.address}`);
      await this.follow(pointer);
      this.problem = undefined;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      if (!this.live) await this.startFromDisk();
    }
  }

  /** A file of an earlier build, or of one that this gateway does not serve yet. */
  async findEarlierFile(path: string): Promise<FoundFile | null> {
    for (const [build, files] of this.lists) {
      const file = getOwn(files, path);
      if (!file) continue;
      const paths = [path, ...COMPRESSED.map((extension) => path + extension)];
      await Promise.all(paths.map((each) => this.fetchFile(build, files, each)));
      return { folder: this.cache.getFolder(this.app, build), file };
    }
    return null;
  }

  private async follow(pointer: Pointer): Promise<void> {
    const text = JSON.stringify(pointer);
    if (text === this.followed) return;
    if (this.failed?.pointer === text && this.now() < this.failed.retryAt) throw this.failed.error;
    try {
      if (this.live?.build !== pointer.live.build) this.live = await this.load(pointer.live.build);
      await this.cache.keepPointer(this.app, pointer);
      await this.loadLists(pointer);
      await this.cache.removeOldCopies(this.app, pointer, this.now());
    } catch (error) {
      this.failed = { pointer: text, retryAt: this.now() + RETRY_MS, error };
      throw error;
    }
    this.failed = undefined;
    this.followed = text;
  }

  private async load(build: string): Promise<LiveBuild> {
    const files = await this.cache.fetchList(this.app, build);
    if (this.mainFile !== undefined && !getOwn(files, this.mainFile))
      throw new ReleaseFault(`${this.app} ${build.slice(0, 12)} has no ${this.mainFile}`);
    // Pages of a gateway that is ahead may ask for these files.
    this.lists.set(build, files);
    const queue = new PQueue({ concurrency: TRANSFERS });
    try {
      await queue.addAll(Object.keys(files).map((path) => () => this.fetchFile(build, files, path)));
    } finally {
      queue.clear();
    }
    return { build, folder: this.cache.getFolder(this.app, build), files };
  }

  /** The lists of earlier builds, by which any gateway finds their files. One that was removed from the store is gone for open pages, too. */
  private async loadLists(pointer: Pointer): Promise<void> {
    const builds = listBuilds(pointer);
    for (const build of this.lists.keys()) if (!builds.includes(build)) this.lists.delete(build);
    const errors: unknown[] = [];
    for (const build of builds.filter((each) => !this.lists.has(each)))
      try {
        this.lists.set(build, await this.cache.fetchList(this.app, build));
      } catch (error) {
        if (!(error instanceof ReleaseFault)) errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
  }

  private async startFromDisk(): Promise<void> {
    const { problem } = this;
    try {
      const pointer = await this.cache.readLastPointer(this.app);
      if (pointer) await this.follow(pointer);
    } catch {
      // What is wrong with the store matters more than what is missing on the disk.
    }
    this.problem = problem;
  }

  private async fetchFile(build: string, files: FileList, path: string): Promise<void> {
    const file = getOwn(files, path);
    if (file) await this.cache.fetchFile(this.app, build, path, file);
  }
}

export const getOwn = (files: FileList, path: string): ReleasedFile | undefined =>
  Object.hasOwn(files, path) ? files[path] : undefined;
