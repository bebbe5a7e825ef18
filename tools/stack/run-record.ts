import { createHash } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DataFolder, writePrivately, writeWhole } from './data-folder.ts';
import { isAlive, npmAbove, type ProcessRecord, recordOf } from './processes.ts';
import { during, quietReporter, type Reporter } from './reporter.ts';
import { PROJECT_ROOT } from './settings.ts';
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
  /** The checkout it runs from: its packages are not to be replaced meanwhile (tools/bootstrap.mjs). */
  project: string;
  stopping: boolean;
}

/** One runner per data folder. */
export interface Lock {
  /** From now on a new start waits for this one's end instead of refusing. */
  tellStopping: () => void;
  release: () => void;
}

const WAIT_FOR_A_STOPPING_RUNNER_MS = 15_000;

export interface LockOptions {
  reporter?: Reporter;
  /** Aborted: a runner that is stopping is waited for no longer. */
  signal?: AbortSignal;
}

/** Takes the data folder's lock; one left by a dead process is taken over. Throws StartRefusal where a stack runs on it. */
export async function takeLock(
  folder: Pick<DataFolder, 'run'>,
  port: number,
  { reporter = quietReporter, signal }: LockOptions = {},
): Promise<Lock> {
  const file = join(folder.run, 'runner.lock');
  const own: LockContent = {
    runner: recordOf(process.pid),
    npm: npmAbove(),
    port,
    project: PROJECT_ROOT,
    stopping: false,
  };
  for (let holder = tryLock(file, own); holder; holder = tryLock(file, own)) {
    const { runner } = holder;
    const isGone = (): Promise<void> => untilGone(file, runner, signal);
    await during(reporter, `Waiting for the shop that is stopping (process ${runner.pid})`, isGone, 'it has stopped');
  }
  return {
    tellStopping: () => writeWhole(file, JSON.stringify({ ...own, stopping: true })),
    release: () => rmSync(file, { force: true }),
  };
}

/** The runner that has the lock and is stopping; undefined once the lock is taken. Throws StartRefusal where its holder goes on. */
function tryLock(file: string, own: LockContent): LockContent | undefined {
  while (!createWhole(file, own)) {
    const first = readText(file);
    if (first === undefined) continue; // released meanwhile
    const { holder, claims } = lineOf(file, first);
    if (!holder) {
      if (inherit(file, own, first, claims)) return undefined;
    } else if (isEnding(holder)) return holder;
    else throw new StartRefusal(alreadyRuns(holder));
  }
  return undefined;
}

/**
 * Who dies is followed by one starter only: whoever first makes the file that is named after the dead one's lock. A follower that died
 * before it could replace the lock has a follower in turn. `holder` is the one of that line who lives; where nobody does, the
 * last of `claims` is the file to make.
 */
function lineOf(file: string, first: string): { holder?: LockContent; claims: string[] } {
  const claims: string[] = [];
  for (let text: string | undefined = first; text !== undefined; text = readText(claims.at(-1) as string)) {
    const content = parsed<LockContent>(text);
    if (content && isAlive(content.runner)) return { holder: content, claims };
    claims.push(`${file}.after-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);
  }
  return { claims };
}

/** False where another starter was quicker. */
function inherit(file: string, own: LockContent, first: string, claims: readonly string[]): boolean {
  const claim = claims.at(-1) as string;
  if (!createWhole(claim, own)) return false;
  // Whoever followed the same one before has replaced the lock before it took its claim away.
  const isMine = readText(file) === first;
  if (isMine) writeWhole(file, JSON.stringify(own));
  for (const done of isMine ? claims : [claim]) rmSync(done, { force: true });
  return isMine;
}

/** Resolves when the runner has left the lock. */
async function untilGone(file: string, runner: ProcessRecord, signal?: AbortSignal): Promise<void> {
  const end = Date.now() + WAIT_FOR_A_STOPPING_RUNNER_MS;
  for (;;) {
    const holder = readJson<LockContent>(file);
    if (holder?.runner.pid !== runner.pid || !isAlive(runner)) return;
    if (Date.now() > end) throw new StartRefusal(alreadyRuns(holder));
    await delay(100, undefined, { signal });
  }
}

function isEnding(holder: LockContent): boolean {
  return holder.stopping || (holder.npm !== undefined && !isAlive(holder.npm));
}

function alreadyRuns(holder: LockContent): string {
  const { pid } = holder.runner;
  if (pid === process.pid)
    return 'A stack of this process already runs on this data folder. Choose another data folder.';
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

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

function readJson<T>(file: string): T | undefined {
  const text = readText(file);
  return text === undefined ? undefined : parsed<T>(text);
}
