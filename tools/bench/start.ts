/**
 * `npm run bench:start`: how long a start takes until the shop says that it is ready, in a data folder that is new (the build is
 * done) and in the same one again; and how long the stop takes. `-- fresh`: the first start of all as well, in a clone of the last commit
 * that has nothing installed and nothing built. Parts are chosen as `npm start` chooses them. Ends with 1 above an aim.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { buildWhatChanged } from '../stack/build.ts';
import { freePorts } from '../stack/ports.ts';
import { consoleReporter } from '../stack/reporter.ts';
import { PROJECT_ROOT } from '../stack/settings.ts';

const READY = 'PetArt is ready.';
const STARTS = ['in a new data folder', 'the second', 'the third'];
/** Of a start that has nothing to install and to build; and of one that has to do both, with npm's cache filled. */
const READY_WITHIN_S = 15;
const FIRST_READY_WITHIN_S = 240;
const STOPPED_WITHIN_S = 10;

interface Measured {
  readyS: number;
  stoppedS: number;
}

/** Of the runner by itself; npm takes another half a second. */
const RUNNER = [process.execPath, 'tools/stack/start.ts'];

/** The signal reaches the runner by its whole group: npm tells nobody of it. */
async function measure(
  [program = '', ...args]: string[],
  { project, dataDir }: { project: string; dataDir: string },
): Promise<Measured> {
  const [port] = (await freePorts(1)) as [number];
  const began = performance.now();
  const runner = spawn(program, args, {
    cwd: project,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => runner.once('close', resolve));
  const ready = new Promise<number>((resolve) =>
    runner.stdout.on('data', (chunk: Buffer) => chunk.includes(READY) && resolve(performance.now())),
  );
  const readyAt = await Promise.race([
    ready,
    ended.then((code) => Promise.reject(new Error(`The start ended with ${code}`))),
  ]);
  const askedAt = performance.now();
  if (runner.pid) process.kill(-runner.pid, 'SIGTERM');
  await ended;
  return { readyS: (readyAt - began) / 1000, stoppedS: (performance.now() - askedAt) / 1000 };
}

function tell(name: string, { readyS, stoppedS }: Measured, readyWithinS: number): void {
  console.log(`${name.padEnd(22)} ready after ${readyS.toFixed(1)} s, stopped after ${stoppedS.toFixed(1)} s`);
  if (readyS > readyWithinS || stoppedS > STOPPED_WITHIN_S) process.exitCode = 1;
}

/** As somebody new does it: cloned, and `npm start`. */
async function measureFirst(folder: string): Promise<void> {
  const project = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', PROJECT_ROOT, project]);
  console.log(`Aim of the first start of all: ready within ${FIRST_READY_WITHIN_S} s`);
  tell(
    'the first of all',
    await measure(['npm', 'start'], { project, dataDir: join(folder, 'first') }),
    FIRST_READY_WITHIN_S,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'));
try {
  if (process.argv.includes('fresh')) await measureFirst(folder);
  await buildWhatChanged({ logFolder: folder, reporter: consoleReporter(), withWebApps: true });
  console.log(
    `On ${availableParallelism()} cores; aim: each start ready within ${READY_WITHIN_S} s, each stop within ${STOPPED_WITHIN_S} s`,
  );
  for (const name of STARTS)
    tell(name, await measure(RUNNER, { project: PROJECT_ROOT, dataDir: join(folder, 'data') }), READY_WITHIN_S);
} finally {
  await rm(folder, { recursive: true, force: true });
}
