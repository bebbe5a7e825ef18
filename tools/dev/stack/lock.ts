import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { findRunningShop, shopRecordFile, writeShopRecord } from '../../ops/shop/shop-record.ts';
import { StartError } from '../../ops/shop/start-error.ts';

/** Allows one shop per data folder: throws StartError if another one runs. After a crash its services need a moment to stop. */
export async function lockDataFolder(dataDir: string, url: string) {
  const lockfilePath = join(dataDir, 'run', 'shop.lock');
  // Renewed every second. After `kill -9` of the runner the next start waits until the lock is stale.
  const options = { lockfilePath, realpath: false, update: 1000, stale: 5000, onCompromised: () => undefined };
  for (;;) {
    try {
      const release = await lock(dataDir, options);
      const record = shopRecordFile(dataDir);
      const isAfterCrash = existsSync(record);
      writeShopRecord(dataDir, { pid: process.pid, url });
      return { isAfterCrash, release: () => rm(record, { force: true }).then(() => release()) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    }
    const other = findRunningShop(dataDir);
    if (other)
      throw new StartError(
        `The shop already runs at ${other.url} (process ${other.pid}). Stop it with Ctrl-C or \`kill ${other.pid}\`, or start another one beside it: DATA_DIR=.data-2 PORT=${Number(new URL(other.url).port) + 1} npm start`,
      );
    await delay(200);
  }
}
