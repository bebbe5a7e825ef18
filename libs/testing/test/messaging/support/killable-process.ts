import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface KillableProcess {
  /** Resolves once the process is where it never gets further. */
  isInTheMiddle(): Promise<void>;
  /** SIGKILL: no goodbye to anybody. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** A process of its own, which never finishes what it begins. Resolves once it listens. */
export async function startKillable(
  script: 'stuck-consumer' | 'dies-after-commit' | 'dies-before-mark',
  env: Record<string, string>,
): Promise<KillableProcess> {
  const args = ['--conditions=@shop/source', ...['--import', 'tsx'], join(import.meta.dirname, `${script}.process.ts`)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const says = (word: string) =>
    new Promise<void>((resolve, reject) => {
      const look = (): void => (output.includes(word) ? resolve() : undefined);
      child.stdout.on('data', look);
      child.once('exit', () => reject(new Error(`${script} ended before it said "${word}": ${output}`)));
      look();
    });
  await says('listening');
  return {
    isInTheMiddle: () => says('in the middle'),
    kill: () => {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
