import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, LOGGER } from '@shop/service-kit/http';
import { CLOCK, getRemotes, getShell, type Config, type WebApp } from '../config.js';
import { hasContentHash } from './web-responses.js';

/** Pages that are open during a deployment load files of their build for this long after it was replaced. */
const KEEP_MS = 7 * 24 * 60 * 60_000;
/** How often files of the current build are marked as used. */
const MARK_INTERVAL_MS = 60 * 60_000;
/** Interval of checks for a new build. */
const CHECK_INTERVAL_MS = 1_000;
const RETRY_MS = 10_000;

/**
 * Stores copies of the hashed files of each build, so that pages of replaced builds still find theirs. The modification
 * time of a copy is the last time at which a current build contained the file.
 */
@Injectable()
export class WebFilesArchive implements OnApplicationShutdown {
  private readonly apps: readonly WebApp[];
  private readonly timer: NodeJS.Timeout | undefined;
  private known = '';
  private nextCheckAt = 0;
  private nextMarkAt = 0;
  private update: Promise<void> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly now: () => number,
  ) {
    const shell = getShell(config);
    this.apps = [...(shell ? [shell] : []), ...getRemotes(config)];
    if (config.WEB_FILES_ARCHIVE_DIR === undefined) return;
    this.timer = setInterval(() => this.checkBuilds(), MARK_INTERVAL_MS).unref();
    this.checkBuilds();
  }

  /** The folder of an app's archived files. Undefined if there is no archive. Gateways may share it. */
  getFolder({ base }: WebApp): string | undefined {
    const folder = this.config.WEB_FILES_ARCHIVE_DIR;
    return folder === undefined ? undefined : join(folder, base === '/' ? 'shell' : base);
  }

  /** Looks for new builds in the background, at most once a second. */
  checkBuilds(): void {
    const folder = this.config.WEB_FILES_ARCHIVE_DIR;
    if (folder === undefined || this.update || this.now() < this.nextCheckAt) return;
    this.nextCheckAt = this.now() + CHECK_INTERVAL_MS;
    this.update = this.updateCopies(folder)
      .catch((error: unknown) => {
        this.nextCheckAt = this.now() + RETRY_MS;
        this.logger.warn({ err: error }, 'Files of this build could not be archived');
      })
      .finally(() => (this.update = undefined));
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.update;
  }

  private async updateCopies(folder: string): Promise<void> {
    const now = this.now();
    const lists = this.apps.map(async (app) =>
      [...(await listFiles(app.folder))]
        .filter(([path]) => hasContentHash(path))
        .map(([path, { size }]) => ({ path, size, copy: join(this.getFolder(app) ?? '', relative(app.folder, path)) })),
    );
    const current = (await Promise.all(lists)).flat();
    const names = current.map(({ path, size }) => `${path} ${size}`).join('\n');
    if (names === this.known && now < this.nextMarkAt) return;

    const copies = await listFiles(folder);
    for (const { path, size, copy } of current) {
      // A copy of another size was made while the file was being written.
      if (copies.get(copy)?.size !== size) await copyWhole(path, copy);
      await utimes(copy, new Date(now), new Date(now));
      copies.delete(copy);
    }
    for (const [path, { mtimeMs }] of copies) if (now - mtimeMs > KEEP_MS) await rm(path, { force: true });
    this.known = names;
    this.nextMarkAt = now + MARK_INTERVAL_MS;
  }
}

/** No gateway serves a copy before it is complete. */
async function copyWhole(source: string, copy: string): Promise<void> {
  const incomplete = join(dirname(copy), `.${basename(copy)}.${randomUUID()}`);
  await mkdir(dirname(copy), { recursive: true });
  await copyFile(source, incomplete);
  await rename(incomplete, copy);
}

/** The files in a folder and its subfolders; none if there is no such folder. */
async function listFiles(folder: string): Promise<Map<string, Stats>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // A file may be deleted in between.
  const stats = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return new Map(paths.flatMap((path, index) => (stats[index] ? [[path, stats[index]] as const] : [])));
}
