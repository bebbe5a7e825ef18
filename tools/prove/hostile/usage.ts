/** What a shop's processes and pictures take of this machine. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Resident memory in MiB of each service that this process has started. */
export function readMemory(): Map<string, number> {
  const memory = new Map<string, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const folder = readlinkSync(`/proc/${pid}/cwd`);
      if (Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]) !== process.pid || !folder.includes('/apps/')) continue;
      memory.set(basename(folder), Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024));
    } catch {
      // The process has ended in between.
    }
  return memory;
}

/** Files and megabytes in a folder and its folders. */
export function readFolder(folder: string): { files: number; megabytes: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map(
    ({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return { files: files.length, megabytes: bytes.reduce((sum, size) => sum + size, 0) / 1e6 };
}
