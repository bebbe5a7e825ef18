import { spawn } from 'node:child_process';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, 'stuck-consumer.process.ts');
const HOOKS = join(import.meta.dirname, '../../../../../tools/source-imports.mjs');

export interface StuckConsumer {
  /** Resolves once the process has taken an event and works on it for ever. */
  isInTheMiddle(): Promise<void>;
  /** SIGKILL: no goodbye to anybody. */
  kill(): void;
}

/** A consumer in a process of its own, which never finishes what it begins. */
export async function startStuckConsumer(env: Record<string, string>): Promise<StuckConsumer> {
  const child = spawn(process.execPath, ['--conditions=@shop/source', '--import', HOOKS, SCRIPT], { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const says = (word: string) =>
    new Promise<void>((resolve, reject) => {
      const look = (): void => (output.includes(word) ? resolve() : undefined);
      child.stdout.on('data', look);
      child.once('exit', () => reject(new Error(`the consumer ended before it said "${word}": ${output}`)));
      look();
    });
  await says('listening');
  return { isInTheMiddle: () => says('in the middle'), kill: () => void child.kill('SIGKILL') };
}
