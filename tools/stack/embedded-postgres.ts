import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { logTail, rotateLog } from './log-files.ts';
import { freePorts } from './ports.ts';
import { chooseAccount } from './postgres-account.ts';
import { openCluster, SUPERUSER } from './postgres-cluster.ts';
import { postgresPrograms } from './postgres-programs.ts';
import { commandOf, endProcess, isAlive, type ProcessRecord, recordOf, waitUntilGone } from './processes.ts';
import { StartRefusal } from './start-refusal.ts';

export interface EmbeddedPostgres {
  /** Address of the maintenance database. */
  url: string;
  port: number;
  created: boolean;
  logFile: string;
  process: ProcessRecord;
  /** Resolves when it has ended, with the signal it died of or its exit code. */
  ended: Promise<string>;
  /** Ends every connection and shuts down cleanly; within 2 s, or at once and recovered at the next start. */
  stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster's folder; made where it is missing. */
  folder: string;
  logFolder: string;
  /** False trades safety at a power cut for speed: for throw-away data only. */
  durable?: boolean;
  maxConnections?: number;
  /** One that died: this one gets its port and goes on with its log, so that its address stays true. */
  insteadOf?: Pick<EmbeddedPostgres, 'port' | 'logFile'>;
  /** Aborted before it is ready: it is stopped, and a folder that was being made is taken away. */
  signal?: AbortSignal;
  /** Told what is being done. */
  tell?: (progress: string) => void;
}

const USUAL_CONNECTIONS = 200; // six services with a pool each, their listeners and workers, and tools beside them

const READY_WITHIN_MS = 60_000; // a cluster that was cut off replays its log first
const STOP_WITHIN_MS = 2000;

/** Starts PostgreSQL on the folder; one that a killed runner left on it is stopped cleanly first. Throws StartRefusal. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder, signal, tell = () => undefined } = options;
  const programs = await postgresPrograms();
  const account = chooseAccount(folder, programs.folder);
  signal?.throwIfAborted();
  tell('making its folder, or looking at the one there is');
  const { password, created } = await openCluster(folder, { programs, account, signal });
  tell('stopping the one that an earlier start left behind');
  await stopLeftover(folder, signal);
  const { port, logFile } = options.insteadOf ?? {
    port: (await freePorts(1))[0] as number,
    logFile: rotateLog(options.logFolder, 'postgres'),
  };
  const command = [...account.prefix, programs.postgres, '-D', folder, ...settings(port, options)];
  const log = openSync(logFile, 'a');
  const keeper = spawn('sh', ['-c', KEEPER, 'postgres-keeper', ...command], {
    ...account.spawnAs,
    cwd: '/',
    detached: true, // its own process group: Ctrl-C in a terminal must not reach it before the services
    stdio: ['pipe', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  closeSync(log);
  keeper.on('error', () => undefined); // told by untilReady, which sees no process
  keeper.stdin?.on('error', () => undefined); // what has ended needs no word to end
  keeper.unref();
  const ended = new Promise<string>((resolve) =>
    keeper.once('exit', (code, name) => resolve(name ?? howItEnded(code ?? 0))),
  );
  tell('waiting until it is ready; one that was cut off puts its folder right first');
  const postmaster = await untilReady(folder, logFile, keeper, signal);
  return {
    url: `postgresql://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    port,
    created,
    logFile,
    process: postmaster,
    ended,
    stop: async () => {
      keeper.ref(); // it ends a moment later, and whoever waits for that has nothing else that keeps node running
      await stopPostmaster(postmaster);
    },
  };
}

/**
 * Starts PostgreSQL and watches the pipe to the runner: when the runner dies, the pipe closes, and PostgreSQL is shut down
 * after the seconds the services need to finish their work. A runner that gives the start up says "now", then "at once".
 * The watcher ends before its keeper: who saw that one go finds nothing of this left.
 */
const KEEPER = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r word <&3; [ "$word" = now ] || sleep 4; kill -INT $server; read -r word <&3 && kill -QUIT $server ) >/dev/null 2>&1 &
watch=$!
exec 3<&- </dev/null
wait $server
status=$?
kill $watch 2>/dev/null
wait $watch 2>/dev/null
exit $status
`;

/** A shell says 128 and the signal's number. */
function howItEnded(code: number): string {
  const [name] = Object.entries(constants.signals).find(([, number]) => number === code - 128) ?? [`code ${code}`];
  return name;
}

function settings(
  port: number,
  { durable = true, maxConnections = USUAL_CONNECTIONS }: EmbeddedPostgresOptions,
): string[] {
  const values: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(maxConnections),
    log_min_messages: 'warning',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** What the postmaster writes about itself in its folder: number on the first line, state on the eighth. */
function readPostmaster(folder: string): { pid: number; ready: boolean } | undefined {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
}

async function untilReady(
  folder: string,
  logFile: string,
  keeper: ChildProcess,
  signal?: AbortSignal,
): Promise<ProcessRecord> {
  const end = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (keeper.exitCode !== null || keeper.pid === undefined) throw new StartRefusal(whyItEnded(folder, logFile));
    const postmaster = signal?.aborted ? undefined : readPostmaster(folder); // whoever gave it up would not stop it
    if (postmaster?.ready && commandOf(postmaster.pid).includes(folder)) return recordOf(postmaster.pid); // not a file left by a dead one
    if (signal?.aborted || Date.now() > end) {
      await stopUnready(keeper);
      signal?.throwIfAborted();
      throw new StartRefusal(
        `The embedded PostgreSQL was not ready after ${READY_WITHIN_MS / 1000} s. Its log: ${logFile}`,
      );
    }
    await delay(15);
  }
}

/** Through its keeper, which knows it before it has written its number down. */
async function stopUnready(keeper: ChildProcess): Promise<void> {
  const record = recordOf(keeper.pid ?? 0);
  keeper.stdin?.write('now\n');
  if (await waitUntilGone(record, STOP_WITHIN_MS)) return;
  keeper.stdin?.write('at once\n');
  await waitUntilGone(record, 3000);
}

function whyItEnded(folder: string, logFile: string): string {
  const lines = logTail(logFile, 50);
  const said = lines.filter((line) => /(FATAL|PANIC|ERROR):  /.test(line)).at(-1) ?? lines.at(-1);
  return `The embedded PostgreSQL does not start on ${folder}: ${said?.replace(/^.*?(FATAL|PANIC|ERROR): +/, '') ?? 'it gave no reason'}. Its log: ${logFile}. Put back a copy of the folder, or move it away to start with an empty shop.`;
}

/** A PostgreSQL that outlived its runner (kill -9) holds the folder: it is shut down cleanly, and loses nothing. */
async function stopLeftover(folder: string, signal?: AbortSignal): Promise<void> {
  const leftover = readPostmaster(folder);
  if (!leftover) return;
  const record = recordOf(leftover.pid);
  // The command is compared because the number may belong to another program after a reboot.
  if (isAlive(record) && commandOf(leftover.pid).includes(folder)) await stopPostmaster(record);
  signal?.throwIfAborted();
}

/** SIGINT: fast shutdown, connections are cut and the log is closed; SIGQUIT: at once, and the next start recovers. */
function stopPostmaster(postmaster: ProcessRecord): Promise<void> {
  return endProcess(postmaster, { ask: 'SIGINT', graceMs: STOP_WITHIN_MS, force: 'SIGQUIT' });
}
