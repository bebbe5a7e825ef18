import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written to DATA_DIR/run/stack.json for the operators' commands. */
export interface ShopRecord {
  pid: number;
  url: string;
  /** Set after the start is complete. */
  databases?: Record<string, string>;
  events?: { transport: 'rabbitmq' | 'postgres'; url: string; namespace: string };
}

export const shopRecordFile = (dataDir: string): string => join(dataDir, 'run', 'stack.json');

/** Readable by its owner only, as addresses contain passwords. */
export function writeShopRecord(dataDir: string, record: ShopRecord): void {
  const file = shopRecordFile(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(record, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The shop that runs on the data folder; undefined if there is none or its runner was killed. */
export function findRunningShop(dataDir: string): ShopRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(shopRecordFile(dataDir), 'utf8')) as ShopRecord;
    process.kill(record.pid, 0); // throws if there is no such process
    return record;
  } catch {
    return undefined;
  }
}
