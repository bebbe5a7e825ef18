import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  changePointer,
  describeFile,
  FolderReleases,
  makeLive,
  openReleaseStore,
  toFileKey,
  toListKey,
  toPointerKey,
  uploadBuild,
  type ReleaseStore,
} from '@shop/releases';
import { AppReleases } from './app-releases.js';
import { ReleaseCache } from './release-cache.js';

const APP = 'storefront';
const RETRY_MS = 10_000;

let root: string;
let store: FolderReleases;
let now: number;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'app-releases-'));
  store = new FolderReleases(join(root, 'store'));
  now = Date.now();
});
afterEach(() => rm(root, { recursive: true }));

async function release(text: string): Promise<string> {
  const folder = join(root, 'build');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await writeFile(join(folder, `main.${text}.js`), text);
  const build = await uploadBuild(store, APP, folder);
  await changePointer(store, APP, (before) => makeLive(before, build, Date.now()));
  return build;
}
const open = (from: ReleaseStore = store, disk = 'disk', mainFile?: string): AppReleases =>
  new AppReleases(APP, new ReleaseCache(from, join(root, disk)), () => now, mainFile);

/** The store, whose reads may fail. */
const withFaults = (fail: (key: string) => Error | undefined): ReleaseStore => ({
  address: store.address,
  readFile: async (key, maxBytes) => {
    const error = fail(key);
    if (error) throw error;
    return store.readFile(key, maxBytes);
  },
  close: () => undefined,
});

it('files of an earlier build are found after a read of its list that failed once', async () => {
  const first = await release('one');
  const second = await release('two');
  let isDown = true;
  const app = open(withFaults((key) => (isDown && key === toListKey(APP, first) ? new Error('timeout') : undefined)));
  await app.update();
  await app.update();
  expect([app.live?.build, app.problem]).toEqual([second, 'timeout']);
  isDown = false;
  now += RETRY_MS;
  await app.update();
  expect(app.problem).toBeUndefined();
  expect(await app.findEarlierFile('main.one.js')).toMatchObject({ file: describeFile(Buffer.from('one')) });
});

it('an earlier build that was removed by hand is no problem, and the others are found', async () => {
  await release('one');
  const broken = await release('two');
  await release('three');
  await rm(dirname(store.getPath(toListKey(APP, broken))), { recursive: true });
  const app = open();
  await app.update();
  expect([app.problem, await app.findEarlierFile('main.two.js')]).toEqual([undefined, null]);
  expect(await app.findEarlierFile('main.one.js')).not.toBeNull();
});

it('a disk that takes no more is a problem until it does; what is served stays', async () => {
  const first = await release('one');
  const app = open();
  await app.update();
  // The place of the new build is taken by a file.
  const second = await release('two');
  const place = join(root, 'disk/releases', APP, second);
  await writeFile(place, '');
  await app.update();
  await app.update();
  expect([app.live?.build, app.problem]).toEqual([first, expect.stringMatching(/E(?:EXIST|NOTDIR)/)]);
  await rm(place);
  now += RETRY_MS;
  await app.update();
  expect([app.live?.build, app.problem]).toEqual([second, undefined]);
});

it.each([
  ['half written', '{ "live": { "build": "aa'],
  ['of another shape', '{ "live": "latest", "previous": [] }'],
  ['with the name of no build', JSON.stringify({ live: { build: '../../x', releasedAt: new Date() }, previous: [] })],
])('a pointer that is %s is named, and the last build stays', async (_case, text) => {
  const build = await release('one');
  const app = open();
  await app.update();
  await writeFile(store.getPath(toPointerKey(APP)), text);
  await app.update();
  expect(app.live?.build).toBe(build);
  expect(app.problem).toMatch(`live/storefront.json in ${store.address} is broken`);
});

it('a list of files that leads out of its build is refused, although its hash is right', async () => {
  const file = describeFile(Buffer.from('evil'));
  const text = `${JSON.stringify({ '../../../evil.js': file }, null, 1)}\n`;
  const build = Buffer.from(describeFile(Buffer.from(text)).hash.slice(7), 'base64')
    .toString('hex')
    .slice(0, 40);
  await store.writeFile(toListKey(APP, build), Buffer.from(text));
  await store.writeFile('evil.js', Buffer.from('evil'));
  await changePointer(store, APP, () => makeLive(null, build, Date.now()));
  const app = open();
  await app.update();
  expect(app.live).toBeUndefined();
  expect(app.problem).toContain('is not valid: ✖ Invalid key');
});

it('a build without its main file is refused, and the last build stays', async () => {
  const build = await release('one');
  const app = open(store, 'disk', 'main.one.js');
  await app.update();
  const other = await release('two');
  await app.update();
  expect([app.live?.build, app.problem]).toEqual([build, `storefront ${other.slice(0, 12)} has no main.one.js`]);
});

it('two gateways fill one folder at the same time', async () => {
  const build = await release('one');
  const apps = Array.from({ length: 4 }, () => open());
  await Promise.all(apps.map((app) => app.update()));
  expect(apps.map(({ live, problem }) => [live?.build, problem])).toEqual(apps.map(() => [build, undefined]));
});

describe('an origin', () => {
  let server: Server;
  let answer: RequestListener;
  beforeEach(async () => {
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const openOrigin = async (): Promise<AppReleases> =>
    open(await openReleaseStore(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { S3_REGION: '' }));
  /** Serves the store as it is, except for one kind of file. */
  const serve = (kind: RegExp, change: RequestListener): void => {
    answer = (request, response) => {
      const key = (request.url ?? '').slice(1);
      if (kind.test(key)) change(request, response);
      else
        void store
          .readFile(key, 1_000_000)
          .then((content) => (content ? response.end(content) : response.writeHead(404).end()));
    };
  };
  const NOTHING = /^$/;

  it('serves builds, and files that are empty', async () => {
    const build = await release('');
    serve(NOTHING, () => undefined);
    const app = await openOrigin();
    await app.update();
    expect([app.live?.build, app.problem]).toEqual([build, undefined]);
  });

  it.each<[string, RegExp, RequestListener, RegExp]>([
    ['403', /^live/, (_req, res) => res.writeHead(403).end('denied'), /live\/storefront.json answers 403$/],
    ['500', /js$/, (_req, res) => res.writeHead(500).end(), /main.one.js answers 500$/],
    ['a page instead of a 404', /^live/, (_req, res) => res.end('<!doctype html>'), /storefront.json in .* is broken/],
    ['a redirect', /^live/, (_req, res) => res.writeHead(302, { location: '/x' }).end(), /redirect|fetch failed/],
    [
      'half a file',
      /js$/,
      (_req, res) => res.writeHead(200, { 'content-length': 3 }).write('on', () => res.destroy()),
      /./,
    ],
    ['another file', /js$/, (_req, res) => res.end('two'), /main.one.js in .* has another hash/],
    ['too large a file', /js$/, (_req, res) => res.end('x'.repeat(5_000_000)), /has more than 3 bytes/],
  ])('that answers with %s is a problem, and nothing is served', async (_case, kind, change, problem) => {
    await release('one');
    serve(kind, change);
    const app = await openOrigin();
    await app.update();
    expect(app.live).toBeUndefined();
    expect(app.problem).toMatch(problem);
  });

  it('that lies about an earlier file does not get it to a browser', async () => {
    const first = await release('one');
    await release('two');
    serve(new RegExp(toFileKey(APP, first, 'main')), (_req, res) => res.end('two'));
    const app = await openOrigin();
    await app.update();
    await expect(app.findEarlierFile('main.one.js')).rejects.toThrow('has another hash');
  });
});
