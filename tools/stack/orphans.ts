import type { DataFolder } from './data-folder.ts';
import { endProcess, isAlive } from './processes.ts';
import { during, quietReporter, type Reporter } from './reporter.ts';
import { readRunRecord, removeRunRecord } from './run-record.ts';

const GRACE_MS = 5000;

/** Ends the services that a killed runner left behind, at once where the start is given up; returns how many there were. Call it under the folder's lock. */
export async function endOrphans(
  folder: DataFolder,
  { reporter = quietReporter, signal }: { reporter?: Reporter; signal?: AbortSignal } = {},
): Promise<number> {
  const record = readRunRecord(folder);
  if (!record) return 0;
  const orphans = Object.values(record.processes).filter(isAlive);
  if (orphans.length > 0) {
    const end = (): Promise<unknown> =>
      Promise.all(
        orphans.map((orphan) =>
          endProcess(orphan, { ask: 'SIGTERM', graceMs: GRACE_MS, force: 'SIGKILL', hurry: signal }),
        ),
      );
    await during(reporter, `Stopping ${orphans.length} processes that an earlier start left behind`, end, 'stopped');
  }
  removeRunRecord(folder);
  return orphans.length;
}
