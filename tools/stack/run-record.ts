import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DataFolder, writePrivately } from './data-folder.ts';
import { bornAt, isAlive, npmAbove, type ProcessRecord, recordOf } from './processes.ts';
import { StartRefusal } from './start-refusal.ts';

/** What a running stack tells other tools, in DATA_DIR/run/stack.json (readable by its owner only: the addresses carry passwords). */
export interface RunRecord {
  runner: ProcessRecord;
  url: string;
  dataDir: string;
  /** Addresses of the databases by name: identity, catalog, art, orders, support, events. */
  databases: Record<string, string>;
  events: { transport: 'rabbitmq' | 'postgres'; url: string; namespace: string };
  processes: Record<string, ProcessRecord & { port: number }>;
}

const recordFile = (folder: Pick<DataFolder, 'run'>): string => join(folder.run, 'stack.json');

export function writeRunRecord(folder: DataFolder, record: RunRecord): void {
  writePrivately(recordFile(folder), `${JSON.stringify(record, null, 2)}\n`);
}

export function readRunRecord(folder: Pick<DataFolder, 'run'>): RunRecord | undefined {
  return readJson<RunRecord>(recordFile(folder));
}

/** What a stack that runs now tells; nothing of one that was killed. */
export function runningStack(folder: Pick<DataFolder, 'run'>): RunRecord | undefined {
  const record = readRunRecord(folder);
  return record && isAlive(record.runner) ? record : undefined;
}

export function removeRunRecord(folder: DataFolder): void {
  rmSync(recordFile(folder), { force: true });
}

interface LockContent {
  runner: ProcessRecord;
  /** The npm that started the runner; a runner whose npm is gone is on its way out. */
  npm: ProcessRecord | undefined;
  port: number;
  stopping: boolean;
}

/** One runner per data folder. */
export interface Lock {
  /** From now on a new start waits for this one's end instead of refusing. */
  tellStopping: () => void;
  release: () => void;
}

const WAIT_FOR_A_STOPPING_RUNNER_MS = 15_000;

/** Takes the data folder's lock; one left by a dead process is taken over. Throws StartRefusal where a stack runs on it. */
export async function takeLock(folder: Pick<DataFolder, 'run'>, port: number, waitMs = WAIT_FOR_A_STOPPING_RUNNER_MS): Promise<Lock> {
  const file = join(folder.run, 'runner.lock');
  const own: LockContent = { runner: recordOf(process.pid), npm: npmAbove(), port, stopping: false };
  const end = Date.now() + waitMs;
  while (!createWhole(file, own)) {
    const holder = readJson<LockContent>(file);
    if (!holder || !isAlive(holder.runner)) removeStale(file, holder);
    else if (!isEnding(holder) || Date.now() > end) throw new StartRefusal(alreadyRuns(holder));
    else await delay(100);
  }
  return {
    tellStopping: () => writeFileSync(file, JSON.stringify({ ...own, stopping: true })),
    release: () => rmSync(file, { force: true }),
  };
}

function isEnding(holder: LockContent): boolean {
  return holder.stopping || (holder.npm !== undefined && !isAlive(holder.npm));
}

function alreadyRuns(holder: LockContent): string {
  const { pid } = holder.runner;
  if (pid === process.pid) return 'A stack of this process already runs on this data folder. Choose another data folder.';
  return `The shop already runs at http://localhost:${holder.port} (process ${pid}). Stop it with Ctrl-C or \`kill ${pid}\`, or start another one beside it: DATA_DIR=.data-2 PORT=${holder.port + 1} npm start`;
}

/** A linked file appears whole or not at all, so that nobody reads half a lock. */
function createWhole(file: string, content: LockContent): boolean {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(content));
  try {
    linkSync(unfinished, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code === 'EPERM' || code === 'ENOTSUP') return createExclusively(file, content); // a disk without hard links
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function createExclusively(file: string, content: LockContent): boolean {
  try {
    writeFileSync(file, JSON.stringify(content), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Renames before it removes: of two starters that see the same stale lock only one gets it, and a fresh one taken by mistake is put back. */
function removeStale(file: string, seen: LockContent | undefined): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const taken = readJson<LockContent>(aside);
  if (taken && taken.runner.pid !== seen?.runner.pid && bornAt(taken.runner.pid) === taken.runner.born) createWhole(file, taken);
  rmSync(aside, { force: true });
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
