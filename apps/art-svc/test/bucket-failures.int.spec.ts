import { jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@shop/testing';
import { BucketStore, type BucketConfig } from '../src/images/bucket-store.js';
import { TemporaryFiles } from '../src/images/temporary-files.js';
import { createBucketConfig, TestBucket } from './support/test-bucket.js';

const FDS = '/proc/self/fd';

/** Of this process; on Linux only. One that is closed in between is none. */
const openFiles = async (): Promise<string[]> =>
  Promise.all((await readdir(FDS)).map((fd) => readlink(join(FDS, fd)).catch(() => '')));

describe('a bucket', () => {
  let dataDir: string;
  let local: TemporaryFiles;
  const stores: BucketStore[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-store-'));
    local = new TemporaryFiles({ DATA_DIR: dataDir });
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) store.onApplicationShutdown();
    await rm(dataDir, { recursive: true, force: true });
  });

  const storeOn = (config: BucketConfig): BucketStore => {
    const store = new BucketStore(config, local);
    stores.push(store);
    return store;
  };
  const at = (server: Server): BucketConfig => {
    const { port } = server.address() as AddressInfo;
    return {
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
  };
  const listening = async (handler: RequestListener): Promise<Server> => {
    const server = createServer(handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const close = (server: Server): void => {
    server.closeAllConnections();
    server.close();
  };

  it('that is missing, or whose key is wrong, is unreachable, not empty', async () => {
    const bucket = await TestBucket.open();
    for (const wrong of [{ S3_BUCKET: 'elsewhere' }, { S3_ACCESS_KEY_ID: 'stranger' }]) {
      const store = storeOn(createBucketConfig(bucket.env, wrong));
      await expect(store.check()).rejects.toThrow();
      await expect(store.open('originals/ab/a.jpg')).rejects.toMatchObject({ code: 'PICTURES_UNREACHABLE' });
      await expect(store.put('originals/ab/a.jpg', Buffer.from('a'))).rejects.toMatchObject({
        code: 'PICTURES_UNREACHABLE',
      });
    }
    await bucket.close();
  });

  it('that breaks off within a picture never passes half of it as the whole', async () => {
    const server = await listening((_, res) => {
      res.writeHead(200, { 'content-length': '1000' }).write('x'.repeat(500), () => res.destroy());
    });
    const store = storeOn(at(server));
    const file = await store.open('originals/ab/a.jpg');
    await expect(buffer(file!.stream)).rejects.toThrow();
    await expect(store.read('originals/ab/a.jpg')).rejects.toMatchObject({ code: 'PICTURES_UNREACHABLE' });
    const use = jest.fn(async () => 'used');
    await expect(store.withLocalFile('originals/ab/a.jpg', use)).rejects.toMatchObject({
      code: 'PICTURES_UNREACHABLE',
    });
    expect(use).not.toHaveBeenCalled();
    expect(await readdir(join(dataDir, 'images', 'incoming'))).toEqual([]);
    close(server);
  });

  it('that never answers is unreachable before the gateway gives up', async () => {
    const server = await listening(() => undefined);
    const begun = Date.now();
    await expect(storeOn(at(server)).exists('originals/ab/a.jpg')).rejects.toMatchObject({
      code: 'PICTURES_UNREACHABLE',
    });
    expect(Date.now() - begun).toBeLessThan(14_000);
    close(server);
  });

  it('that is away for a moment is asked again', async () => {
    let times = 0;
    const server = await listening((_, res) => {
      times += 1;
      res
        .writeHead(times === 1 ? 503 : 200, times === 1 ? {} : { 'content-length': '5' })
        .end(times === 1 ? undefined : 'photo');
    });
    expect(String(Buffer.from((await storeOn(at(server)).read('originals/ab/a.jpg')) ?? []))).toBe('photo');
    expect(times).toBe(2);
    close(server);
  });

  it('that is away while a file is put is sent the whole file again', async () => {
    const bodies: Buffer[] = [];
    const server = await listening((req, res) => {
      void buffer(req).then((body) => {
        bodies.push(body);
        res.writeHead(bodies.length === 1 ? 503 : 200).end();
      });
    });
    const path = await local.createPath();
    await writeFile(path, 'a photo');
    await storeOn(at(server)).put('originals/ab/a.jpg', { path });
    expect(bodies.map(String)).toEqual([expect.stringContaining('a photo'), expect.stringContaining('a photo')]);
    close(server);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;

  onLinux('that accepts no file leaves no file handle open', async () => {
    const server = await listening((req, res) => res.writeHead(503).end(() => req.socket.destroy()));
    const path = await local.createPath();
    await writeFile(path, Buffer.alloc(4 * 1024 * 1024));
    await expect(storeOn(at(server)).put('originals/ab/a.jpg', { path })).rejects.toMatchObject({
      code: 'PICTURES_UNREACHABLE',
    });
    await eventually(async () => expect(await openFiles()).not.toContain(path), { timeoutMs: 10_000 });
    close(server);
  });
});
