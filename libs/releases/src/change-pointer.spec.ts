import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { FolderReleases } from './folder-releases.js';
import { openWritableStore } from './open-store.js';
import { changePointer, readPointer } from './publish.js';
import { listBuilds, makeLive, toPointerKey } from './release.rules.js';
import type { WritableReleaseStore } from './release-store.js';

/** The part of S3 that a pointer needs. A bucket without conditions refuses them, as some servers do. */
class TinyBucket {
  hasConditions = true;
  private readonly objects = new Map<string, { body: string; etag: string }>();
  private count = 0;
  private readonly server: Server = createServer((request, response) => {
    const fail = (status: number, code: string): void =>
      void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    const key = new URL(request.url ?? '', 'http://bucket').pathname;
    void text(request).then((body) => {
      const object = this.objects.get(key);
      if (request.method === 'GET') {
        if (!object) return fail(404, 'NoSuchKey');
        return response.writeHead(200, { etag: object.etag, 'content-length': object.body.length }).end(object.body);
      }
      const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
      if (!this.hasConditions && (match ?? noneMatch)) return fail(501, 'NotImplemented');
      if ((match && match !== object?.etag) || (noneMatch && object)) return fail(412, 'PreconditionFailed');
      this.objects.set(key, { body, etag: `"${(this.count += 1)}"` });
      return response.writeHead(200).end();
    });
  });

  async open(): Promise<WritableReleaseStore> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return openWritableStore('s3://releases/web', {
      S3_ENDPOINT: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const BUILDS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(40));
const releaseAll = (store: WritableReleaseStore) =>
  Promise.all(BUILDS.map((build) => changePointer(store, 'shell', (before) => makeLive(before, build, Date.now()))));
const listLive = async (store: WritableReleaseStore): Promise<string[]> => {
  const pointer = await readPointer(store, 'shell');
  return pointer ? listBuilds(pointer).sort() : [];
};

const fail = (): never => {
  throw new Error('refused');
};

describe('a folder', () => {
  let folder: string;
  let store: FolderReleases;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'releases-'));
    store = new FolderReleases(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('loses none of several releases at the same moment', async () => {
    await releaseAll(store);
    expect(await listLive(store)).toEqual(BUILDS);
  });

  it('that a release left in the middle of its change says which file to remove', async () => {
    await releaseAll(store);
    const lock = `${store.getPath(toPointerKey('shell'))}.lock`;
    await writeFile(lock, '');
    await expect(
      new FolderReleases(folder, 100).changeFile(toPointerKey('shell'), 10_000, (before) => before),
    ).rejects.toThrow(`remove ${lock}`);
    // Who changes nothing needs no lock.
    const live = await readPointer(store, 'shell');
    expect(await changePointer(store, 'shell', (before) => before ?? fail())).toEqual(live);
    await rm(lock);
    await releaseAll(store);
  });

  it('can be changed again after a change that failed', async () => {
    await expect(changePointer(store, 'shell', fail)).rejects.toThrow('refused');
    await releaseAll(store);
    expect(await listLive(store)).toEqual(BUILDS);
  });
});

describe('a bucket', () => {
  let bucket: TinyBucket;
  let store: WritableReleaseStore;
  beforeEach(async () => {
    bucket = new TinyBucket();
    store = await bucket.open();
  });
  afterEach(() => {
    store.close();
    bucket.close();
  });

  it('loses none of several releases at the same moment', async () => {
    await releaseAll(store);
    expect(await listLive(store)).toEqual(BUILDS);
  });

  it('without conditional writes takes releases, too', async () => {
    bucket.hasConditions = false;
    for (const build of BUILDS) await changePointer(store, 'shell', (before) => makeLive(before, build, Date.now()));
    expect(await listLive(store)).toEqual(BUILDS);
  });
});
