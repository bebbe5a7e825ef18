import type { DataFolder } from './data-folder.ts';
import { endProcess, isAlive } from './processes.ts';
import { readRunRecord, removeRunRecord } from './run-record.ts';

const GRACE_MS = 5000;

/** Ends the services that a killed runner left behind; returns how many there were. Call it under the folder's lock. */
export async function endOrphans(folder: DataFolder): Promise<number> {
  const record = readRunRecord(folder);
  if (!record) return 0;
  const orphans = Object.values(record.processes).filter(isAlive);
  await Promise.all(orphans.map((orphan) => endProcess(orphan, { ask: 'SIGTERM', graceMs: GRACE_MS, force: 'SIGKILL' })));
  removeRunRecord(folder);
  return orphans.length;
}
