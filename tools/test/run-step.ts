import { spawn } from 'node:child_process';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, countsOf } from './counts.ts';
import { RESULTS, ROOT, type Step } from './steps.ts';

export interface Outcome {
  step: string;
  succeeded: boolean;
  seconds: number;
  counts: Counts;
}

const SIGN_OF_LIFE_EVERY_MS = 30_000;
const SHOWN_LINES = 400;

/** Runs one step, shows what it printed where it failed, and keeps all of it in test-results/. */
export async function runStep(step: Step, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const began = Date.now();
  const seconds = (): number => Math.round((Date.now() - began) / 1000);
  if (step.counts) rmSync(step.counts.file, { force: true });
  console.log(`• ${step.name} …`);
  const timer = setInterval(() => console.log(`  … ${step.name} is at it for ${seconds()} s`), SIGN_OF_LIFE_EVERY_MS);
  const { succeeded, output } = await execute(step, env);
  clearInterval(timer);
  const counts = countsOf(step, succeeded);
  if (!succeeded) console.log(`\n──── ${step.name} failed; what it said:\n${output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n')}\n────\n`);
  console.log(`${succeeded ? '✔' : '✖'} ${step.name} (${seconds()} s)${step.counts ? `: ${spell(counts)}` : ''}`);
  return { step: step.name, succeeded, seconds: seconds(), counts };
}

function execute(step: Step, env: NodeJS.ProcessEnv): Promise<{ succeeded: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, step.args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(join(RESULTS, `${step.name.replaceAll(' ', '-')}.log`));
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      log.write(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => (output += error.message));
    child.once('close', (code, signal) => {
      if (code !== 0) output += `\n(${step.name} ended with ${signal ?? `code ${code}`})`;
      log.end();
      resolve({ succeeded: code === 0, output });
    });
  });
}

export function spell({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
