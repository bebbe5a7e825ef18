import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface KillableProcess {
  /** Resolves once the process has received an event. */
  hasTaken(): Promise<void>;
  /** Resolves once the process has stored a dead letter with this reason. */
  hasStoredDeadLetter(reason: string): Promise<void>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

/** Starts a process whose handler receives an event and never finishes. Resolves once it listens. */
export async function startStuckConsumer(env: Record<string, string>): Promise<KillableProcess> {
  const args = ['--conditions=@shop/source', '--import', 'tsx', join(import.meta.dirname, 'stuck-consumer.process.ts')];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const prints = (line: string) =>
    new Promise<void>((resolve, reject) => {
      const look = (): void => (output.includes(line) ? resolve() : undefined);
      child.stdout.on('data', look);
      child.once('exit', () => reject(new Error(`The process ended before it printed "${line}": ${output}`)));
      look();
    });
  await prints('listening');
  return {
    hasTaken: () => prints('taken'),
    hasStoredDeadLetter: (reason) => prints(`dead letter: ${reason}`),
    kill: () => {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
