import { type ChildProcess, spawn } from 'node:child_process';
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
interface Patience {
  /** A step that has said nothing for so long hangs, and is asked to end. */
  silentMs: number;
  /** What it has then, to stop its shops. */
  graceMs: number;
}

/** Nothing hangs where tests go on to end, however slow the machine is. The longest of all, a thousand runs of the money's races, took ten minutes on the slowest one seen. */
const PATIENCE: Patience = { silentMs: 15 * 60_000, graceMs: 30_000 };
const SHOWN_LINES = 400;

/** Runs one step, shows what it printed where it failed, and keeps all of it in test-results/. One that hangs is stopped, and has failed. */
export async function runStep(step: Step, env: NodeJS.ProcessEnv, patience = PATIENCE): Promise<Outcome> {
  const began = Date.now();
  const seconds = (): number => Math.round((Date.now() - began) / 1000);
  if (step.counts) rmSync(step.counts.file, { force: true });
  console.log(`• ${step.name} …`);
  const timer = setInterval(() => console.log(`  … ${step.name} is at it for ${seconds()} s`), SIGN_OF_LIFE_EVERY_MS);
  const { succeeded, output } = await execute(step, env, patience);
  clearInterval(timer);
  const counts = countsOf(step, succeeded);
  if (!succeeded)
    console.log(
      `\n──── ${step.name} failed; what it said:\n${output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n')}\n────\n`,
    );
  console.log(`${succeeded ? '✔' : '✖'} ${step.name} (${seconds()} s)${step.counts ? `: ${spell(counts)}` : ''}`);
  return { step: step.name, succeeded, seconds: seconds(), counts };
}

function execute(
  step: Step,
  env: NodeJS.ProcessEnv,
  patience: Patience,
): Promise<{ succeeded: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, step.args, {
      cwd: ROOT,
      env: { ...env, ...step.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(RESULTS, `${step.name.replaceAll(' ', '-')}.log`));
    let output = '';
    const watch = stopInSilence(child, patience);
    const collect = (chunk: Buffer): void => {
      watch.heard();
      output += chunk.toString();
      log.write(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => (output += error.message));
    child.once('close', (code, signal) => {
      if (watch.settle())
        output += `\n(${step.name} hung: it was stopped after ${Math.round(patience.silentMs / 1000)} s without a word)`;
      if (code !== 0) output += `\n(${step.name} ended with ${signal ?? `code ${code}`})`;
      log.end();
      resolve({ succeeded: code === 0, output });
    });
  });
}

interface Watch {
  /** To be called whenever the step says something. */
  heard: () => void;
  /** Calls the stopping off, and says whether it was needed. */
  settle: () => boolean;
}

function stopInSilence(child: ChildProcess, { silentMs, graceMs }: Patience): Watch {
  let force: NodeJS.Timeout | undefined;
  const limit = setTimeout(() => {
    child.kill('SIGTERM');
    force = setTimeout(() => {
      child.kill('SIGKILL');
      for (const stream of [child.stdout, child.stderr]) stream?.destroy(); // what it started may still hold them open
    }, graceMs);
  }, silentMs);
  return {
    heard: () => {
      if (!force) limit.refresh();
    },
    settle: () => {
      clearTimeout(limit);
      clearTimeout(force);
      return force !== undefined;
    },
  };
}

export function spell({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
