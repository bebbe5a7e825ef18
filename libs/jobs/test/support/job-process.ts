import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Has the options for decorators. */
const TSCONFIG = join(import.meta.dirname, '../../../../tsconfig.node.json');

export interface JobProcess {
  /** The lines that the process has printed, for example `start send 1`. */
  lines: string[];
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

/** Starts a process that runs the jobs of a database (`worker.process.ts`). Resolves once it is ready. */
export async function startJobProcess(env: Record<string, string>): Promise<JobProcess> {
  const args = ['--conditions=@shop/source', '--import', 'tsx', join(import.meta.dirname, 'worker.process.ts')];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: '', TSX_TSCONFIG_PATH: TSCONFIG, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines: string[] = [];
  let rest = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
      if (lines.includes('ready')) resolve();
    });
    child.once('exit', () => reject(new Error('The process ended before it was ready')));
  });
  await ready;
  return {
    lines,
    signal: (name) => void child.kill(name),
    kill: () => {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
