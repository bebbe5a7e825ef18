import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../config.js';
import { eachInTurn } from '../upkeep/each-in-turn.js';

/** Nothing is received, written or worked on for this long: whoever began it has died. */
const LEFT_OVER_AFTER_MS = 24 * 3_600_000;

/** Files on this machine that are not pictures of the store yet, or only while they are worked on: `DATA_DIR/images/incoming`. */
@Injectable()
export class LocalFiles {
  private readonly folder: string;

  constructor(@Inject(CONFIG) { DATA_DIR }: Pick<Config, 'DATA_DIR'>) {
    this.folder = join(DATA_DIR, 'images', 'incoming');
  }

  /** A file of this name does not exist yet; whoever makes it removes it. */
  async newPath(): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    return join(this.folder, randomUUID());
  }

  /** Removes what a process that died left behind. */
  async removeLeftOver(): Promise<void> {
    await eachInTurn(await readdir(this.folder).catch(noneIfMissing), async (name) => {
      const path = join(this.folder, name);
      const found = await stat(path).catch(noneIfMissing);
      if ('mtimeMs' in found && found.mtimeMs < Date.now() - LEFT_OVER_AFTER_MS) await rm(path, { force: true });
    });
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
