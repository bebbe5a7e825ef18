/**
 * `npm run prove:money`: runs the money model test (apps/order-svc/test/money-model.int.spec.ts) many times, with one Jest process per core.
 * MONEY_RUNS: the number of runs. MONEY_SEED: repeats earlier runs. A failure prints the seed of its process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
const MODEL_TEST = [
  '--selectProjects',
  'integration',
  '--testPathPatterns',
  'order-svc/test/money-model',
  '-t',
  'each succeeded payment',
];

const runs = Number(process.env.MONEY_RUNS ?? 50_000);
const seed = Number(process.env.MONEY_SEED ?? Math.floor(Math.random() * 2 ** 30));
const workers = availableParallelism();

async function runWorker(worker: number): Promise<boolean> {
  const env = { ...process.env, MONEY_RUNS: String(Math.ceil(runs / workers)), MONEY_SEED: String(seed + worker) };
  const cwd = join(import.meta.dirname, '../../..');
  const child = spawn(process.execPath, [...JEST, ...MODEL_TEST], { cwd, env, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

console.log(`${runs.toLocaleString('en')} runs from seed ${seed} by ${workers} processes.`);
const results = await Promise.all(Array.from({ length: workers }, (_, worker) => runWorker(worker)));
process.exitCode = results.every(Boolean) ? 0 : 1;
