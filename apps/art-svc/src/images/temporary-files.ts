import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@shop/jobs';
import { CONFIG } from '@shop/service-kit';
import pLimit from 'p-limit';
import type { Config } from '../config.js';

/** SHA-256 of a file, hex. Streams the file, so it is never in memory as a whole. */
export async function computeFileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** No upload or drawing takes this long: the process that created the file has died. */
const STALE_AFTER_MS = 24 * 3_600_000;

/** Files that exist only while they are processed, in `DATA_DIR/images/incoming`. */
@Injectable()
export class TemporaryFiles {
  private readonly folder: string;

  constructor(@Inject(CONFIG) { DATA_DIR }: Pick<Config, 'DATA_DIR'>) {
    this.folder = join(DATA_DIR, 'images', 'incoming');
  }

  /** A path for a new file. The caller creates and removes the file. */
  async createPath(): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    return join(this.folder, randomUUID());
  }

  /** Removes files that a dead process left behind. Every minute in any one instance, so that each cleans its own folder from time to time. */
  @Cron('* * * * *', { name: 'art.temporary-files' })
  async removeStale(): Promise<void> {
    await pLimit(1).map(await readdir(this.folder).catch(emptyIfMissing), async (name) => {
      const path = join(this.folder, name);
      const stats = await stat(path).catch(emptyIfMissing);
      if ('mtimeMs' in stats && stats.mtimeMs < Date.now() - STALE_AFTER_MS) await rm(path, { force: true });
    });
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
