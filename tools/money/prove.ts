/**
 * `npm run prove:money`: many runs of the proof that money adds up (apps/order-svc/test/money-proof.int.spec.ts), by a worker a core. Ctrl-C or
 * SIGTERM ends it after the runs under way, and says how to go on.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT_ROOT } from '../shop/settings.ts';
import { batchOf, Progress } from './progress.ts';

const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
const PROOF = ['--selectProjects', 'integration', '--testPathPatterns', 'apps/order-svc/test/money-proof'];

const setting = (name: string, fallback: number): number => {
  const value = Number(process.env[name] ?? fallback);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`${name} must be a whole number, not "${process.env[name]}"`);
  return value;
};

const runs = setting('MONEY_RUNS', 50_000);
const from = setting('MONEY_FROM', 0);
const seed = setting('MONEY_SEED', Math.floor(Math.random() * 2 ** 30));
const workers = Math.max(1, setting('MONEY_WORKERS', availableParallelism()));

const folder = mkdtempSync(join(tmpdir(), 'money-proof-'));
const stopFile = join(folder, 'stop');
const progress = new Progress(from);
let isStopped = false;

function stop(): void {
  if (isStopped) return;
  isStopped = true;
  writeFileSync(stopFile, '');
}

/** Its words, where the proof fails in it. */
function work(worker: number): Promise<string | null> {
  const env = {
    ...process.env,
    MONEY_RUNS: String(runs),
    MONEY_SEED: String(seed),
    MONEY_FROM: String(from),
    MONEY_SHARE: `${worker}/${workers}`,
    MONEY_STOP: stopFile,
  };
  // In a group of its own: Ctrl-C is this process's to answer.
  const child = spawn(process.execPath, [...JEST, ...PROOF], {
    cwd: PROJECT_ROOT,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const hear = (line: string): void => {
    const batch = batchOf(line);
    if (!batch) return void said.push(line);
    progress.add(batch);
    console.log(`  ${progress.count.toLocaleString('en')} of ${(runs - from).toLocaleString('en')} runs hold`);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', hear);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : said.join('\n')));
  });
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);
console.log(`Seed ${seed}, runs ${from.toLocaleString('en')} to ${runs.toLocaleString('en')}, ${workers} workers.`);
const failures = await Promise.all(
  Array.from({ length: workers }, async (_, index) => {
    const failure = await work(index + 1);
    if (failure !== null) stop();
    return failure;
  }),
);
rmSync(folder, { recursive: true });
const failure = failures.find((said) => said !== null);
if (failure) {
  console.error(failure);
  process.exitCode = 1;
} else {
  console.log(`${progress.count.toLocaleString('en')} runs, all held.`);
  if (progress.next < runs)
    console.log(`Go on with: MONEY_SEED=${seed} MONEY_FROM=${progress.next} MONEY_RUNS=${runs} npm run prove:money`);
}
