import { type ChildProcess, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { bornAt } from './born-at.mjs';

/** A process that can be told from a later one with the same number: `born` is its start time. */
export interface ProcessRecord {
  pid: number;
  born: string;
}

/** The command line of a process; empty where it can't be read. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

/** The number of the process that started it; 0 where that can't be read. */
export function parentOf(pid: number): number {
  try {
    if (process.platform !== 'linux')
      return Number(
        execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      );
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** The npm that started this process, directly or through a shell; undefined where none did. */
export function npmAbove(): ProcessRecord | undefined {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  let pid = process.ppid;
  for (let steps = 0; steps < 3 && pid > 1; steps += 1, pid = parentOf(pid)) {
    if (/^(npm|npx)\b|npm-cli\.js/.test(commandOf(pid))) return recordOf(pid);
  }
  return undefined;
}

export function recordOf(pid: number): ProcessRecord {
  return { pid, born: bornAt(pid) ?? '' };
}

export function isAlive(record: ProcessRecord): boolean {
  return record.born !== '' && bornAt(record.pid) === record.born;
}

/** False where the process is already gone. Throws what the system says otherwise (EPERM: it belongs to another user). */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

export async function waitUntilGone(record: ProcessRecord, withinMs: number, hurry?: AbortSignal): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (isAlive(record)) {
    if (Date.now() >= end || hurry?.aborted) return false;
    await delay(20);
  }
  return true;
}

interface Farewell {
  ask: NodeJS.Signals;
  graceMs: number;
  force: NodeJS.Signals;
  /** Aborted: what is left of the grace is not waited for. */
  hurry?: AbortSignal;
}

/** Asks a process to end, waits, and ends it the hard way where it does not. */
export async function endProcess(record: ProcessRecord, { ask, graceMs, force, hurry }: Farewell): Promise<void> {
  if (!isAlive(record)) return;
  signal(record.pid, ask);
  if (await waitUntilGone(record, graceMs, hurry)) return;
  signal(record.pid, force);
  await waitUntilGone(record, 3000);
}

const CHILD_GRACE_MS = 3000;

/** Resolves with the exit code once a child has ended and all it said is read; aborted, it is asked to end, then made to. Throws where it can't be run. */
export function untilClosed(child: ChildProcess, givenUp?: AbortSignal): Promise<number | null> {
  return new Promise((resolve, reject) => {
    let force: NodeJS.Timeout | undefined;
    const end = (): void => {
      child.kill('SIGTERM');
      force = setTimeout(() => child.kill('SIGKILL'), CHILD_GRACE_MS);
    };
    const settle = (act: () => void): void => {
      clearTimeout(force);
      givenUp?.removeEventListener('abort', end);
      act();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('close', (code) => settle(() => resolve(code)));
    if (givenUp?.aborted) end();
    else givenUp?.addEventListener('abort', end);
  });
}
