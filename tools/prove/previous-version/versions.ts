import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import getPort from 'get-port';

const START_TIMEOUT_MS = 10 * 60_000;

export interface Visit {
  name: string;
  visit: (origin: string) => Promise<void>;
}

/** The visits of a customer to the shop, one after the other. The data stays, and the version changes. */
export interface Visits {
  first: Visit;
  previous: Visit;
  last: Visit;
}

/** The commit that runs in production; undefined before the first release. */
export async function readPreviousVersion(root: string): Promise<string | undefined> {
  const { config } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    config?: { previousVersion?: string };
  };
  return config?.previousVersion;
}

/** Serves the shop with this version, with the commit, and with this version again, on one data folder. */
export async function visitVersions(root: string, commit: string, { first, previous, last }: Visits): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-versions-'));
  // The account of PostgreSQL reads its programs here.
  await chmod(folder, 0o755);
  const [other, dataDir] = [join(folder, 'previous'), join(folder, 'data')];
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: root });
  try {
    await git('worktree', 'add', '--quiet', '--detach', other, commit);
    await visitShop(root, dataDir, first);
    await visitShop(other, dataDir, previous);
    await visitShop(root, dataDir, last);
  } finally {
    await git('worktree', 'remove', '--force', other).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

async function visitShop(root: string, dataDir: string, { name, visit }: Visit): Promise<void> {
  const port = await getPort();
  const shop = await startShop(root, dataDir, port);
  try {
    await visit(`http://127.0.0.1:${port}`);
    console.log(`  ✓ ${name}`);
  } finally {
    const exit = once(shop, 'exit');
    shop.kill('SIGTERM');
    await exit;
  }
}

/** Starts the shop as an operator does. `npm start` installs and builds the version first. */
async function startShop(root: string, dataDir: string, port: number): Promise<ChildProcess> {
  const shop = spawn(process.execPath, ['tools/dev/start.mjs', 'tools/dev/stack/start.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT_ENABLED: 'false', NX_DAEMON: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  shop.stdout?.resume();
  const ended = once(shop, 'exit').then(([code]) => {
    throw new Error(`The shop in ${root} ended with code ${String(code)}`);
  });
  ended.catch(() => undefined);
  const ready = (async () => {
    while (!(await isReady(port))) await delay(100);
  })();
  await Promise.race([ready, ended, delay(START_TIMEOUT_MS, undefined, { ref: false }).then(failLate)]);
  return shop;
}

function failLate(): never {
  throw new Error('The shop was not ready in time');
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return answer?.status === 200;
}
