/**
 * `npm run prove:previous-version`: during a deployment the previous version still runs on the new version's databases.
 * This builds the previous version, lets each version serve the shop in turn on one data folder, and buys with both.
 *   --commit=REF   the previous version (default: `config.previousVersion` in package.json)
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { drawnPet } from '../bench/photo.ts';
import { Shopper } from '../kills/shopper.ts';
import { PROJECT_ROOT } from '../shop/settings.ts';

const START_TIMEOUT_MS = 10 * 60_000;
/** A purchase takes seconds. The time covers a drawing on a busy machine. */
const PURCHASE_TIMEOUT_MS = 5 * 60_000;

const { values } = parseArgs({ options: { commit: { type: 'string' } } });
const folder = await mkdtemp(join(tmpdir(), 'shop-versions-'));
// The account of PostgreSQL reads its programs here.
await chmod(folder, 0o755);
const previous = join(folder, 'previous');
const dataDir = join(folder, 'data');

async function readPreviousVersion(): Promise<string> {
  const { config } = JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    config: { previousVersion: string };
  };
  return config.previousVersion;
}

/** Starts the shop as an operator does. `npm start` installs and builds the version first. */
async function startShop(root: string, port: number): Promise<ChildProcess> {
  const shop = spawn(process.execPath, ['tools/start.mjs', 'tools/stack/start.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT_ENABLED: 'false', NX_DAEMON: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  shop.stdout?.setEncoding('utf8');
  const ended = once(shop, 'exit').then(([code]) => {
    throw new Error(`The shop in ${root} ended with code ${String(code)}`);
  });
  ended.catch(() => undefined);
  const ready = (async () => {
    while (!(await isReady(port))) await delay(500);
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

async function stopShop(shop: ChildProcess): Promise<void> {
  const exit = once(shop, 'exit');
  shop.kill('SIGTERM');
  await exit;
}

async function runVersion(name: string, root: string, buy: (origin: string) => Promise<void>): Promise<void> {
  const port = await getPort();
  const shop = await startShop(root, port);
  try {
    await buy(`http://127.0.0.1:${port}`);
    console.log(`  ✓ ${name}`);
  } finally {
    await stopShop(shop);
  }
}

const photo = await drawnPet().resize(1200).jpeg().toBuffer();
const account = { email: `versions-${randomUUID()}@example.com`, password: randomUUID() };
const openShopper = (origin: string): Shopper => new Shopper(origin, AbortSignal.timeout(PURCHASE_TIMEOUT_MS), account);

/** Each purchase is a paid order of the account. Both versions see the orders of the other one. */
async function buyAndCount(shopper: Shopper, expectedOrders: number): Promise<void> {
  await shopper.buyOne();
  const orders = await shopper.countPaidOrders();
  if (orders !== expectedOrders) throw new Error(`The account has ${orders} paid orders instead of ${expectedOrders}`);
}

const commit = values.commit ?? (await readPreviousVersion());
const git = (...args: string[]): void => void execFileSync('git', args, { cwd: PROJECT_ROOT, stdio: 'inherit' });
try {
  git('worktree', 'add', '--quiet', '--detach', previous, commit);
  await runVersion('this version creates the databases, an account and an order', PROJECT_ROOT, async (origin) => {
    const shopper = openShopper(origin);
    await shopper.register();
    await shopper.prepare(photo);
    await buyAndCount(shopper, 1);
  });
  await runVersion(`the previous version (${commit.slice(0, 8)}) signs in, buys and pays`, previous, async (origin) => {
    const shopper = openShopper(origin);
    await shopper.signIn();
    await shopper.prepare(photo);
    await buyAndCount(shopper, 2);
  });
  await runVersion('this version goes on with both orders', PROJECT_ROOT, async (origin) => {
    const shopper = openShopper(origin);
    await shopper.signIn();
    await shopper.prepare(photo);
    await buyAndCount(shopper, 3);
  });
} finally {
  git('worktree', 'remove', '--force', previous);
  await rm(folder, { recursive: true, force: true });
}
