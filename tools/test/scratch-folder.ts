import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory that every Linux has, in containers often a tiny one. */
const IN_MEMORY = '/dev/shm';

/** Far more than was seen there at a time (under half a gigabyte: databases, browsers' profiles, uploads), so that the tests themselves keep their memory. */
const ROOM_BYTES = 8 * 1024 ** 3;

const NAME = /^shop-tests-(\d+)$/;

/**
 * A folder for all throw-away files of a run, in memory where there is room for it: hundreds of databases are made and thrown away, of three hundred
 * files each, and a disk's file system takes longer to find places for those than PostgreSQL to fill them. As open as `/tmp`: PostgreSQL and the tests
 * of ordinary users run under other accounts. Undefined where there is no such room, or nothing there may be run, and the usual folder has to do.
 */
export function makeScratchFolder(
  parent = IN_MEMORY,
  { roomBytes = ROOM_BYTES, mounts = '/proc/mounts' } = {},
): string | undefined {
  if (!existsSync(parent)) return undefined;
  removeLeftovers(parent);
  if (mayNotRun(parent, mounts)) return undefined;
  const { bavail, bsize } = statfsSync(parent);
  if (Math.min(bavail * bsize, process.availableMemory()) < roomBytes) return undefined;
  const folder = join(parent, `shop-tests-${process.pid}`);
  mkdirSync(folder);
  chmodSync(folder, 0o1777);
  return folder;
}

/** The browser that comes as an npm package is unpacked there, and run; some containers' memory may hold no programs. */
function mayNotRun(place: string, mounts: string): boolean {
  const options = existsSync(mounts)
    ? readFileSync(mounts, 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .findLast(([, at]) => at === place)?.[3]
    : undefined;
  return options?.split(',').includes('noexec') ?? false;
}

/** Those of runs that were killed would hold their memory for ever. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's
  }
}
