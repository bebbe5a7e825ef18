import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { testEnvironment } from '../../test/steps.ts';
import type { Ids } from '../postgres-account.ts';
import { signal } from '../processes.ts';
import { PROJECT_ROOT } from '../settings.ts';
import { eventually } from './eventually.ts';
import type { Checkout } from './ordinary-account.ts';
import type { ShopFolder } from './shop-folder.ts';

export interface ProgramOptions {
  env?: NodeJS.ProcessEnv;
  /** Runs it under this account. */
  as?: Ids;
  /** Runs it there, where the account can't reach this one. */
  checkout?: Pick<Checkout, 'root' | 'node'>;
}

const OWN_CHECKOUT = { root: PROJECT_ROOT, node: process.execPath };

export interface Ending {
  /** Exit code, or the signal it died of. */
  how: number | NodeJS.Signals | null;
  said: string;
}

/** A program that runs beside the test. */
export interface Program {
  pid: number;
  /** What it printed so far. */
  said: () => string;
  /** Resolves once it printed the text; throws with all it said where it ends instead. */
  until: (text: string, withinMs?: number) => Promise<void>;
  /** Sends a signal to it and to everything that was started in its process group, as a terminal does at Ctrl-C. */
  signalGroup: (name: NodeJS.Signals) => void;
  ended: Promise<Ending>;
}

/** Starts a program in the checkout, with none of the variables by which a test is run or a real shop is set up. */
export function run(
  [command = '', ...args]: string[],
  { env, as, checkout = OWN_CHECKOUT }: ProgramOptions = {},
): Program {
  const {
    NODE_OPTIONS: _options,
    JEST_WORKER_ID: _worker,
    npm_lifecycle_event: _event,
    ...outer
  } = testEnvironment(process.env, {});
  const child = spawn(command, args, {
    cwd: checkout.root,
    env: { ...outer, ...env },
    ...as,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let isOver = false;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      isOver = true;
      resolve({ how: signal ?? code, said });
    });
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    said: () => said,
    until: async (text, withinMs = 180_000) => {
      await eventually(`"${text}"`, () => isOver || said.includes(text), withinMs).catch((error: Error) =>
        Promise.reject(new Error(`${error.message}; it said:\n${said}`)),
      );
      if (!said.includes(text)) throw new Error(`It ended without "${text}":\n${said}`);
    },
    signalGroup: (name) => void signal(-pid, name),
    ended,
  };
}

const environmentOf = (folder: ShopFolder, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATA_DIR: folder.root,
  PORT: String(folder.port),
  HOME: folder.root,
  ...env,
});

/** The runner without the npm above it: `tools/stack/start.ts`, `tools/stack/dev.ts`. */
export function runStack(
  script: 'start' | 'dev',
  folder: ShopFolder,
  { env, as, checkout = OWN_CHECKOUT }: ProgramOptions = {},
): Program {
  return run([checkout.node, join('tools/stack', `${script}.ts`)], { env: environmentOf(folder, env), as, checkout });
}

/** `npm run …`, or `npm start`. */
export function npm(args: string[], folder: ShopFolder, { env, as }: ProgramOptions = {}): Program {
  return run(['npm', ...args], { env: environmentOf(folder, env), as });
}
