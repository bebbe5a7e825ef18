import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changePointer, FolderReleases, makeLive, toPointerKey, uploadBuild } from '@shop/releases';
import { Readiness } from '@shop/service-kit/http';
import { pino } from 'pino';
import type { Config } from '../config.js';
import { WebReleases } from './web-releases.service.js';

let root: string;
let store: FolderReleases;
let server: Server;
/** The origin has read the pointer, and answers once this resolves. */
let slowly: Promise<void> | undefined;
let onRead: () => void;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'web-releases-'));
  store = new FolderReleases(join(root, 'store'));
  slowly = undefined;
  onRead = () => undefined;
  server = createServer((request, response) => {
    const key = (request.url ?? '').slice(1);
    void store.readFile(key, 1_000_000).then(async (content) => {
      if (key === toPointerKey('shell')) {
        const wait = slowly;
        onRead();
        await wait;
      }
      if (content) response.end(content);
      else response.writeHead(404).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true });
});

async function release(text: string): Promise<void> {
  const folder = await mkdtemp(join(root, 'build-'));
  await writeFile(join(folder, 'index.html'), text);
  await writeFile(join(folder, `main.${text}.js`), text);
  const build = await uploadBuild(store, 'shell', folder);
  await changePointer(store, 'shell', (before) => makeLive(before, build, Date.now()));
}

async function start(): Promise<WebReleases> {
  const config = {
    WEB_RELEASES: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    WEB_APPS: ['shell'],
    DATA_DIR: join(root, 'disk'),
  } as unknown as Config;
  const releases = new WebReleases(config, pino({ level: 'silent' }), Date.now, new Readiness());
  await releases.onApplicationBootstrap();
  return releases;
}

/** The next read of the pointer waits until the returned function is called. */
async function waitForSlowRead(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  slowly = promise;
  await new Promise<void>((begun) => (onRead = begun));
  slowly = undefined;
  return resolve;
}

it('a file of a release is found although the pointer was read before, and its answer comes late', async () => {
  await release('one');
  const releases = await start();
  const answer = await waitForSlowRead();
  await release('two');
  const found = releases.findEarlierFile('shell', 'main.two.js');
  // Later than a miss waits for the next update.
  setTimeout(answer, 400);
  expect(await found).not.toBeNull();
  await releases.onApplicationShutdown();
});

it('a store that does not answer delays no shutdown', async () => {
  await release('one');
  const releases = await start();
  await waitForSlowRead();
  const startedAt = performance.now();
  await releases.onApplicationShutdown();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
