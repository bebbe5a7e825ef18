import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './ports.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { findRunningShop } from '../../ops/shop/shop-record.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'shop-run-'));
const running: ChildProcess[] = [];
const account = { email: 'pat@example.com', password: 'a-long-password-1', firstName: 'Pat' };
let port: number;
let shop: ReturnType<typeof run>;

/** Runs npm in its own process group, like a terminal. */
function run(...args: string[]) {
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, PORT: String(port), EMBEDDED: 'true' };
  const child = spawn('npm', args, { cwd: PROJECT_ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { child, output: () => output, ended: new Promise<number | null>((end) => child.once('close', end)) };
}

async function waitUntil(what: string, condition: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await condition()); await delay(100))
    if (Date.now() > deadline) throw new Error(`${what}; the shop printed: ${shop.output()}`);
}

const startShop = async (): Promise<void> => {
  shop = run('start');
  await waitUntil('the shop did not start', () => shop.output().includes('Ctrl-C stops everything.'), 240_000);
};

const call = (path: string, body?: object): Promise<Response> =>
  fetch(`http://localhost:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { origin: `http://localhost:${port}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });

/** The processes with the data folder in their environment: npm, the runner and everything it started (Linux). */
const processes = (): string[] =>
  globSync('/proc/[0-9]*').filter((folder) => {
    try {
      return readFileSync(`${folder}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}`);
    } catch {
      return false;
    }
  });

beforeAll(async () => {
  port = await freePort();
  await startShop();
}, 300_000);

afterAll(() => {
  for (const { exitCode, signalCode, pid = 0 } of running)
    if (exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
  rmSync(dataDir, { recursive: true });
});

it('npm start prints the address of the shop and its parts', () => {
  expect(shop.output()).toMatch(/Shop +http:\/\/localhost:\d+\n +Admin +admin@example\.com \/ [\w-]{16} /);
  expect(shop.output()).toMatch(/Database +PostgreSQL 18, embedded +no DATABASE_URL\n +Events +graphile-worker/);
});

it('npm start refuses a second start on the data folder', async () => {
  const second = run('start');
  expect([await second.ended, second.output()]).toEqual([
    1,
    expect.stringContaining(`The shop already runs at http://localhost:${port} (process `),
  ]);
}, 60_000);

it('npm start works after kill -9 of the runner, which leaves no process', async () => {
  expect((await call('/api/register', account)).status).toBe(201);
  const before = processes();
  process.kill(findRunningShop(dataDir)?.pid ?? 0, 'SIGKILL');
  await shop.ended;
  await startShop();
  expect((await call('/api/login', account)).status).toBe(200);
  const left = (): string[] => before.filter((folder) => processes().includes(folder));
  await waitUntil('processes of the killed shop are left', () => left().length === 0, 10_000);
}, 300_000);

it('the runner restarts a killed PostgreSQL, and the services recover', async () => {
  const postmaster = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  process.kill(Number.parseInt(postmaster), 'SIGKILL');
  await waitUntil('PostgreSQL did not die', () => shop.output().includes('PostgreSQL died'));
  await waitUntil('the shop did not recover', async () => (await call('/api/login', account)).ok);
  expect(shop.output()).not.toMatch(/-svc died/);
}, 120_000);

it('npm run admin lists the admins of the running shop', async () => {
  const admin = run('run', '--silent', 'admin', '--', 'list');
  expect([await admin.ended, admin.output()]).toEqual([0, 'admin@example.com  may refund and export\n']);
}, 60_000);

it('Ctrl-C stops all processes within 10 s', async () => {
  expect(processes().length).toBeGreaterThan(9); // six services, the sandbox, PostgreSQL, the process that runs it, the runner
  process.kill(-(shop.child.pid ?? 0), 'SIGINT');
  await waitUntil('processes are left', () => processes().length === 0, 10_000);
  await shop.ended;
  expect(shop.output()).toContain('Everything is stopped. The data is kept.');
  expect(findRunningShop(dataDir)).toBeUndefined();
}, 30_000);
