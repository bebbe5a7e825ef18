/**
 * `npm run bench:start`: how long a start takes until the shop says that it is ready, in a data folder that is new (the build is
 * done) and in the same one again; and how long the stop takes. Parts are chosen as `npm start` chooses them. Ends with 1 above an aim.
 */
import { spawn } from 'node:child_process';
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
/** Of a start that has nothing to install and to build. */
const READY_WITHIN_S = 15;
const STOPPED_WITHIN_S = 10;

async function measure(dataDir: string): Promise<{ readyS: number; stoppedS: number }> {
  const [port] = (await freePorts(1)) as [number];
  const began = performance.now();
  const runner = spawn(process.execPath, ['tools/stack/start.ts'], { cwd: PROJECT_ROOT, env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => runner.once('close', resolve));
  const ready = new Promise<number>((resolve) => runner.stdout.on('data', (chunk: Buffer) => chunk.includes(READY) && resolve(performance.now())));
  const readyAt = await Promise.race([ready, ended.then((code) => Promise.reject(new Error(`The start ended with ${code}`)))]);
  const askedAt = performance.now();
  runner.kill('SIGTERM');
  await ended;
  return { readyS: (readyAt - began) / 1000, stoppedS: (performance.now() - askedAt) / 1000 };
}

const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'));
try {
  await buildWhatChanged({ logFolder: folder, reporter: consoleReporter(), withWebApps: true });
  console.log(`On ${availableParallelism()} cores; aim: each start ready within ${READY_WITHIN_S} s, each stop within ${STOPPED_WITHIN_S} s`);
  for (const name of STARTS) {
    const { readyS, stoppedS } = await measure(join(folder, 'data'));
    console.log(`${name.padEnd(22)} ready after ${readyS.toFixed(1)} s, stopped after ${stoppedS.toFixed(1)} s`);
    if (readyS > READY_WITHIN_S || stoppedS > STOPPED_WITHIN_S) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
