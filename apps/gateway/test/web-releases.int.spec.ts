import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { TestBucket } from '@shop/bucket/testing';
import {
  changePointer,
  KEEP_MS,
  makeLive,
  openWritableStore,
  readPointer,
  removeOldBuilds,
  toFileKey,
  uploadBuild,
} from '@shop/releases';
import { waitFor } from '@shop/testing';
import { createFolder } from './folder.fixture.js';
import { GatewayFixture } from './gateway.fixture.js';
import { TestReleases } from './release.fixture.js';

const APPS = ['shell', 'storefront'];
const A = 'aaaaaaaaaaaa';
const B = 'bbbbbbbbbbbb';
const STOREFRONT_A = `/remotes/storefront/assets/7.${A}.js`;
const MANIFEST = '/remotes/storefront/mf-manifest.json';

const createShell = (build: string) => ({
  'index.html': `<script src="/assets/main.${build}.js"></script>`,
  'favicon.svg': `<svg id="${build}"/>`,
  [`assets/main.${build}.js`]: `shell ${build}`,
});
const createStorefront = (build: string) => ({
  'mf-manifest.json': JSON.stringify({ build }),
  'assets/unhashed.js': build,
  [`assets/7.${build}.js`]: `storefront ${build}`,
  [`assets/7.${build}.js.gz`]: gzipSync(`storefront ${build}`),
});

let releases: TestReleases;
let gateways: GatewayFixture[];
beforeEach(async () => {
  releases = await TestReleases.open();
  gateways = [];
});
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await releases.close();
});

async function releaseBoth(build: string, now?: number): Promise<void> {
  await releases.release('shell', createShell(build), now);
  await releases.release('storefront', createStorefront(build), now);
}
async function startGateway(env: Record<string, string> = {}): Promise<GatewayFixture> {
  const gateway = await GatewayFixture.start({ ...releases.createEnvironment(APPS), ...env });
  gateways.push(gateway);
  return gateway;
}
const getText = async (gateway: GatewayFixture, path: string): Promise<string> =>
  (await gateway.call('GET', path)).text;
const waitForBuild = (gateway: GatewayFixture, build: string): Promise<void> =>
  waitFor(async () => expect(JSON.parse(await getText(gateway, MANIFEST))).toEqual({ build }));
const getReadiness = async (gateway: GatewayFixture): Promise<[number, { ready: boolean; reason?: string }]> => {
  const { status, text } = await gateway.call('GET', '/readyz/gateway');
  return [status, JSON.parse(text) as { ready: boolean; reason?: string }];
};
const countBehind = async (gateway: GatewayFixture): Promise<string> => {
  const metrics = await (await fetch(gateway.gateway.metricsUrl)).text();
  return /^web_release_behind\{[^}]*app="storefront"[^}]*\} (\d)/m.exec(metrics)?.[1] ?? '';
};

/** Serves the folder of releases as a CDN does. */
async function serveReleases(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    readFile(join(releases.store.address, request.url ?? '')).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

describe('two gateways without a shared disk', () => {
  it('serve an asset of an earlier build that they never had, over a folder and over HTTP', async () => {
    await releaseBoth(A);
    const first = await startGateway();
    await waitForBuild(first, A);
    await releaseBoth(B);
    const { server, url } = await serveReleases();
    const second = await startGateway({ WEB_RELEASES: url });
    for (const gateway of [first, second]) {
      await waitForBuild(gateway, B);
      const old = await gateway.call('GET', STOREFRONT_A, { headers: { 'accept-encoding': 'gzip' } });
      expect([old.status, old.headers['content-encoding'], old.headers['cache-control']]).toEqual([
        200,
        'gzip',
        'public, max-age=31536000, immutable',
      ]);
      expect(await getText(gateway, STOREFRONT_A)).toBe(`storefront ${A}`);
      expect(await getText(gateway, `/assets/main.${A}.js`)).toBe(`shell ${A}`);
      // Of a file without a hash only the live one is served.
      expect(await getText(gateway, '/favicon.svg')).toContain(B);
    }
    const [one, other] = await Promise.all([first, second].map((gateway) => gateway.call('GET', MANIFEST)));
    expect(one?.headers.etag).toBe(other?.headers.etag);
    server.close();
  });

  it('serve a file of a release that another gateway has seen already', async () => {
    await releaseBoth(A);
    const gateway = await startGateway();
    await waitForBuild(gateway, A);
    await releases.release('storefront', createStorefront(B));
    expect(await getText(gateway, `/remotes/storefront/assets/7.${B}.js`)).toBe(`storefront ${B}`);
  });
});

it('without a release a gateway is not ready and says what is missing; it becomes ready without a restart', async () => {
  const gateway = await startGateway();
  expect(await getReadiness(gateway)).toEqual([
    503,
    {
      ready: false,
      reason: `The web app shell can't be served: live/shell.json is missing in ${releases.store.address}. Release it with "npm run release:web -- shell".`,
    },
  ]);
  await releases.release('shell', createShell(A));
  await waitFor(async () =>
    expect((await getReadiness(gateway))[1].reason).toContain('live/storefront.json is missing'),
  );
  await releases.release('storefront', createStorefront(A));
  await waitFor(async () => expect(await getReadiness(gateway)).toEqual([200, { ready: true }]));
});

it('a build with a file of another hash is refused: the one before stays, and a metric shows it', async () => {
  await releaseBoth(A);
  const gateway = await startGateway();
  await waitForBuild(gateway, A);
  expect(await countBehind(gateway)).toBe('0');
  const build = await uploadBuild(releases.store, 'storefront', await createFolder(createStorefront(B)));
  const key = toFileKey('storefront', build, `assets/7.${B}.js`);
  await writeFile(releases.store.getPath(key), 'storefront cccccccccccc');
  await changePointer(releases.store, 'storefront', (before) => makeLive(before, build, Date.now()));
  await waitFor(async () => expect(await countBehind(gateway)).toBe('1'));
  await waitForBuild(gateway, A);
  expect((await gateway.call('GET', `/remotes/storefront/assets/7.${B}.js`)).status).toBe(503);
  expect(await getReadiness(gateway)).toEqual([200, { ready: true }]);
  await releases.rollBack('storefront');
  await waitFor(async () => expect(await countBehind(gateway)).toBe('0'));
});

it('a rollback is served soon, and open pages of the build that went keep their files', async () => {
  await releaseBoth(A);
  await releaseBoth(B);
  const gateway = await startGateway();
  await waitForBuild(gateway, B);
  await releases.rollBack('storefront');
  await waitForBuild(gateway, A);
  expect(await getText(gateway, `/remotes/storefront/assets/7.${B}.js`)).toBe(`storefront ${B}`);
});

it('a gateway starts with what is on its disk while the store is away', async () => {
  await releaseBoth(A);
  const env = releases.createEnvironment(APPS, 'disk');
  const first = await startGateway(env);
  await waitForBuild(first, A);
  await gateways.pop()?.close();
  // A copy that broke is noticed.
  const again = await startGateway({ ...env, WEB_RELEASES: 'http://127.0.0.1:9' });
  await waitForBuild(again, A);
  expect(await countBehind(again)).toBe('1');
  const { live } = (await readPointer(releases.store, 'storefront')) ?? {};
  const copy = join(String(env.DATA_DIR), 'web-cache', toFileKey('storefront', live?.build ?? '', 'mf-manifest.json'));
  await writeFile(copy, 'broken');
  await gateways.pop()?.close();
  const broken = await startGateway({ ...env, WEB_RELEASES: 'http://127.0.0.1:9' });
  expect((await getReadiness(broken))[0]).toBe(503);
});

it('files of a build are gone a week after another one replaced it', async () => {
  const long = Date.now() - KEEP_MS - 60_000;
  await releaseBoth(A, long - 1_000);
  await releaseBoth(B, long);
  await releases.release('storefront', createStorefront('cccccccccccc'), Date.now());
  await removeOldBuilds(releases.store, 'storefront', Date.now() + 2 * KEEP_MS);
  const gateway = await startGateway();
  expect((await gateway.call('GET', STOREFRONT_A)).status).toBe(404);
  expect(await getText(gateway, `/remotes/storefront/assets/7.${B}.js`)).toBe(`storefront ${B}`);
  const builds = new Set((await releases.store.listFiles('releases/storefront/')).map(({ key }) => key.split('/')[2]));
  expect(builds.size).toBe(2);
});

it('a bucket is a store too', async () => {
  const bucket = await TestBucket.open();
  const { S3_BUCKET, ...access } = bucket.env;
  const address = `s3://${S3_BUCKET}/web`;
  const store = await openWritableStore(address, access);
  for (const build of [A, B]) {
    const uploaded = await uploadBuild(store, 'shell', await createFolder(createShell(build)));
    await changePointer(store, 'shell', (before) => makeLive(before, uploaded, Date.now()));
  }
  const gateway = await startGateway({ WEB_RELEASES: address, WEB_APPS: 'shell', ...access });
  expect(await getText(gateway, '/favicon.svg')).toContain(B);
  expect(await getText(gateway, `/assets/main.${A}.js`)).toBe(`shell ${A}`);
  await removeOldBuilds(store, 'shell', Date.now());
  expect((await bucket.listKeys()).filter((key) => key.startsWith('web/releases/shell/'))).toHaveLength(8);
  store.close();
  await gateways.pop()?.close();
  await bucket.close();
});

it('files of the store that no build names are not served', async () => {
  await releaseBoth(A);
  const gateway = await startGateway();
  await waitForBuild(gateway, A);
  const { live } = (await readPointer(releases.store, 'shell')) ?? {};
  for (const key of ['live/secret.0123abcd.js', `releases/shell/${live?.build}/assets/plain.0123abcd.js`])
    await writeFile(releases.store.getPath(key), 'secret');
  for (const path of [
    '/remotes/storefront/../../../live/secret.0123abcd.js',
    '/assets/../../../../live/secret.0123abcd.js',
    '/assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/live/secret.0123abcd.js',
    '/remotes/unknown/secret.0123abcd.js',
    '/assets/plain.0123abcd.js',
  ])
    expect([path, await getText(gateway, path)]).not.toEqual([path, expect.stringContaining('secret')]);
});
