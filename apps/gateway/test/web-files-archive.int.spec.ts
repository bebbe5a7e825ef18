import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { waitFor } from '@shop/testing';
import { createFolder, writeFiles } from './folder.fixture.js';
import { GatewayFixture } from './gateway.fixture.js';

const DAY_MS = 24 * 60 * 60_000;
const html = { accept: 'text/html' };

let folder: string;
let archive: string;
let now: number;
const gateways: GatewayFixture[] = [];

beforeEach(async () => {
  folder = await createFolder();
  archive = join(folder, 'archive');
  now = Date.now();
});
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
  await rm(folder, { recursive: true });
});

/** Replaces the folders of an image or of a machine by a build of the shell and of the storefront. */
async function deploy(build: string, image = 'image'): Promise<void> {
  await rm(join(folder, image), { recursive: true, force: true });
  await writeFiles(join(folder, image), {
    'shell/index.html': `<script src="/assets/main.${build}.js"></script>`,
    'shell/favicon.svg': `<svg id="${build}"/>`,
    [`shell/assets/main.${build}.js`]: `shell ${build}`,
    [`shell/assets/main.${build}.js.gz`]: gzipSync(`shell ${build}`),
    'storefront/mf-manifest.json': JSON.stringify({ build }),
    'storefront/assets/unhashed.js': build,
    [`storefront/assets/7.${build}.js`]: `storefront ${build}`,
  });
}

async function startGateway(image = 'image', env: Record<string, string> = {}): Promise<GatewayFixture> {
  const gateway = await GatewayFixture.start(
    {
      WEB_SHELL_DIR: join(folder, image, 'shell'),
      WEB_REMOTES: JSON.stringify({ storefront: join(folder, image, 'storefront') }),
      WEB_FILES_ARCHIVE_DIR: archive,
      ...env,
    },
    () => now,
  );
  gateways.push(gateway);
  return gateway;
}

const A = 'aaaaaaaaaaaa';
const B = 'bbbbbbbbbbbb';
const SHELL_A = `/assets/main.${A}.js`;
const STOREFRONT_A = `/remotes/storefront/assets/7.${A}.js`;

async function listArchive(): Promise<string[]> {
  const entries = await readdir(archive, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
}
const waitForArchived = (build: string): Promise<void> =>
  waitFor(async () => expect((await listArchive()).filter((name) => name.includes(build))).toHaveLength(3));
/** The gateway has found the build in use at the current time of its clock. */
async function waitForMark(gateway: GatewayFixture, build: string): Promise<void> {
  const since = now;
  await waitFor(async () => {
    await openPage(gateway);
    expect((await stat(join(archive, `shell/assets/main.${build}.js`))).mtimeMs).toBeGreaterThanOrEqual(since);
  });
}
/** A page request reveals a new build. The clock advances, because the gateway looks at most once a second. */
async function openPage(gateway: GatewayFixture): Promise<void> {
  now += 2_000;
  expect((await gateway.call('GET', '/', { headers: html })).status).toBe(200);
}
const getText = async (gateway: GatewayFixture, path: string): Promise<string> =>
  (await gateway.call('GET', path)).text;

describe('hashed files of an earlier build', () => {
  it('are served after a new build replaced the folders, and only they', async () => {
    await deploy(A);
    const gateway = await startGateway();
    await waitForArchived(A);
    await deploy(B);
    await openPage(gateway);
    const old = await gateway.call('GET', SHELL_A, { headers: { 'accept-encoding': 'gzip' } });
    expect([old.status, old.headers['content-encoding'], old.headers['cache-control']]).toEqual([
      200,
      'gzip',
      'public, max-age=31536000, immutable',
    ]);
    expect(await getText(gateway, SHELL_A)).toBe(`shell ${A}`);
    expect(await getText(gateway, STOREFRONT_A)).toBe(`storefront ${A}`);
    expect(await getText(gateway, `/remotes/storefront/assets/7.${B}.js`)).toBe(`storefront ${B}`);
    expect(await getText(gateway, '/remotes/storefront/mf-manifest.json')).toContain(B);
    expect(await getText(gateway, '/favicon.svg')).toContain(B);
    await waitForArchived(B);
    expect(await listArchive()).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/index|manifest|unhashed|favicon/)]),
    );
  });

  it('are served after a restart, and by a second gateway with another image and the same folder', async () => {
    await deploy(A);
    await startGateway();
    await waitForArchived(A);
    await gateways.pop()?.close();
    await deploy(B, 'image-2');
    const second = await startGateway('image-2');
    expect(await getText(second, SHELL_A)).toBe(`shell ${A}`);
    await waitForArchived(B);
    // During a rolling deployment a page of the new image may ask the gateway of the old one.
    const first = await startGateway();
    expect(await getText(first, `/assets/main.${B}.js`)).toBe(`shell ${B}`);
  });

  it('are deleted a week after a new build replaced them, however long they were in use', async () => {
    await deploy(A);
    const gateway = await startGateway();
    await waitForArchived(A);
    now += 30 * DAY_MS;
    await waitForMark(gateway, A);
    await deploy(B);
    now += 6.5 * DAY_MS;
    await waitForMark(gateway, B);
    expect(await getText(gateway, STOREFRONT_A)).toBe(`storefront ${A}`);
    now += DAY_MS;
    await waitForMark(gateway, B);
    await waitFor(async () => expect((await listArchive()).filter((name) => name.includes(A))).toEqual([]));
    expect((await gateway.call('GET', STOREFRONT_A)).status).toBe(404);
    expect(await getText(gateway, `/assets/main.${B}.js`)).toBe(`shell ${B}`);
  });

  it('are complete, even if they were first seen while they were being written', async () => {
    await deploy(A);
    const growing = join(folder, 'image', `storefront/assets/7.${A}.js`);
    await writeFile(growing, 'storef');
    const gateway = await startGateway();
    await waitForArchived(A);
    await writeFile(growing, `storefront ${A}`);
    await waitFor(async () => {
      await openPage(gateway);
      expect(await readFile(join(archive, STOREFRONT_A), 'utf8')).toBe(`storefront ${A}`);
    });
    await deploy(B);
    expect(await getText(gateway, STOREFRONT_A)).toBe(`storefront ${A}`);
  });

  it('do not include other files', async () => {
    await deploy(A);
    const gateway = await startGateway();
    await waitForArchived(A);
    for (const file of ['../secret.0123abcd.js', 'shell/assets/.hidden.0123abcd.js', 'shell/plain.js'])
      await writeFile(join(archive, file), 'secret');
    for (const path of [
      '/remotes/storefront/../../secret.0123abcd.js',
      '/assets/../../../secret.0123abcd.js',
      '/assets/%2e%2e/%2e%2e/%2e%2e/secret.0123abcd.js',
      '/remotes/unknown/secret.0123abcd.js',
      '/assets/.hidden.0123abcd.js',
      '/plain.js',
    ])
      expect([path, await getText(gateway, path)]).not.toEqual([path, expect.stringContaining('secret')]);
  });

  it('are not kept without an archive folder, or if it is not writable; the current build is served all the same', async () => {
    await deploy(A);
    await writeFile(join(folder, 'file'), '');
    for (const WEB_FILES_ARCHIVE_DIR of ['', join(folder, 'file/archive')]) {
      const gateway = await startGateway('image', { WEB_FILES_ARCHIVE_DIR });
      await openPage(gateway);
      expect(await getText(gateway, SHELL_A)).toBe(`shell ${A}`);
      expect((await gateway.call('GET', `/assets/main.${B}.js`)).status).toBe(404);
    }
    expect(await listArchive()).toEqual([]);
  });

  it('do not replace files of the current build', async () => {
    await deploy(A);
    const gateway = await startGateway();
    await waitForArchived(A);
    await writeFile(join(archive, 'shell', SHELL_A), 'changed');
    expect(await getText(gateway, SHELL_A)).toBe(`shell ${A}`);
  });
});
