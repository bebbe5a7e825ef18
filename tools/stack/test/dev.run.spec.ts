import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, signal } from '../processes.ts';
import { WEB_APPS } from '../services.ts';
import { PROJECT_ROOT } from '../settings.ts';
import { eventually } from './eventually.ts';
import { ShopFolder } from './shop-folder.ts';
import { type Program, runStack } from './shop-process.ts';

let folder: ShopFolder;
let dev: Program;

async function startDev(): Promise<void> {
  dev = runStack('dev', folder, { env: { EMBEDDED: 'true' } });
  await dev.until('Changes are watched.');
}

const watchers = (): string[] => folder.processes().filter((process) => process.includes('rspack.js build --watch'));

beforeAll(async () => {
  folder = await ShopFolder.make();
  await startDev();
  for (const app of ['shell-web', 'admin-web']) await dev.until(`${app} is built`);
}, 300_000);

afterAll(() => folder.clear(dev), 60_000);

/** Saves a source as it is: its content belongs to who runs this. */
function save(source: string): void {
  utimesSync(join(PROJECT_ROOT, source), new Date(), new Date());
}

/** A page that listens for reloads, as the script does that every page gets; `heard` counts them. */
async function openPage(): Promise<{ heard: () => number; close: () => void }> {
  const closing = new AbortController();
  const page = await fetch(folder.url, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<script src="/__reload.js" defer></script></head>');
  const { body } = await fetch(`${folder.url}/__reload`, { signal: closing.signal });
  let events = '';
  void (async () => {
    for await (const chunk of body ?? []) events += Buffer.from(chunk as Uint8Array).toString();
  })().catch(() => undefined);
  await eventually('the page to listen', () => events.includes('retry:'));
  return { heard: () => events.split('data: changed').length - 1, close: () => closing.abort() };
}

describe('npm run dev', () => {
  it('starts a service again when its source is saved, and the page reloads', async () => {
    const page = await openPage();
    const before = folder.record?.processes['support-svc'];
    save('apps/support-svc/src/main.ts');
    await dev.until('support-svc: ready');
    const now = folder.record?.processes['support-svc'];
    expect([before && isAlive(before), now && isAlive(now)]).toEqual([false, true]);
    expect((await fetch(`http://127.0.0.1:${now?.port}/readyz`)).status).toBe(200);
    await eventually('the reload', () => page.heard() > 0);
    page.close();
  }, 60_000);

  it('builds a web app again when its source is saved, and the page reloads', async () => {
    const page = await openPage();
    const builds = (): number => dev.said().split('admin-web is built').length;
    const before = builds();
    save('apps/admin-web/src/app.tsx');
    await eventually('the build', () => builds() > before);
    await eventually('the reload', () => page.heard() > 0);
    page.close();
  }, 60_000);

  it('starts the services again that stand on a lib whose source is saved, and no other', async () => {
    const pids = (): Record<string, number | undefined> =>
      Object.fromEntries(Object.entries(folder.record?.processes ?? {}).map(([name, { pid }]) => [name, pid]));
    const before = pids();
    save('libs/placement/src/index.ts');
    await dev.until('catalog-svc, art-svc, order-svc: ready');
    const now = pids();
    expect(
      Object.keys(now)
        .filter((name) => now[name] !== before[name])
        .sort(),
    ).toEqual(['art-svc', 'catalog-svc', 'order-svc']);
    expect((await fetch(`${folder.url}/api/products`)).status).toBe(200);
  }, 60_000);

  it.each([
    ['dev', {}],
    ['dev', { PORT: '0' }],
    ['start', {}],
  ] as const)(
    'is the only one on its data folder: a second %s with %j is told where it runs, and begins nothing',
    async (script, env) => {
      const second = runStack(script, folder, { env: { EMBEDDED: 'true', ...env } });
      expect(await second.ended).toEqual({
        how: 1,
        said: expect.stringContaining(`The shop already runs at ${folder.url} (process ${dev.pid})`),
      });
      expect(existsSync(join(folder.parts.logs, 'shell-web.1.log'))).toBe(false); // what watches begins with a log of its own
    },
    30_000,
  );

  it('tells operators the address that a browser opens', () => {
    expect(folder.record?.url).toBe(folder.url);
  });

  it('leaves nothing running at kill -9, nothing that watches either; the next one takes over', async () => {
    expect(watchers()).toHaveLength(WEB_APPS.length);
    signal(dev.pid, 'SIGKILL');
    await eventually('those that watch to end', () => watchers().length === 0, 10_000);
    await startDev();
    expect(watchers()).toHaveLength(WEB_APPS.length);
  }, 120_000);

  it('says that everything is stopped when every process has ended, one that watches and no longer hears too', async () => {
    signal(Number(watchers()[0]?.split(' ')[0]), 'SIGSTOP');
    signal(dev.pid, 'SIGINT');
    expect(await dev.ended).toMatchObject({ how: 0, said: expect.stringContaining('Everything is stopped') });
    expect(folder.processes()).toEqual([]);
    expect(folder.traces).toEqual([]);
  }, 30_000);
});
