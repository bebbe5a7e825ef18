import { jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { TestBucket } from '@shop/bucket/testing';
import { waitFor } from '@shop/testing';
import { BucketStore, type BucketConfig } from '../src/images/bucket-store.js';
import { TemporaryFiles } from '../src/images/temporary-files.js';

const FDS = '/proc/self/fd';

/** Open files of this process, on Linux only. A descriptor that is closed in between counts as none. */
const openFiles = async (): Promise<string[]> =>
  Promise.all((await readdir(FDS)).map((fd) => readlink(join(FDS, fd)).catch(() => '')));

describe('BucketStore', () => {
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

  const createStore = (config: BucketConfig): BucketStore => {
    const store = new BucketStore(config, local);
    stores.push(store);
    return store;
  };
  const configFor = (server: Server): BucketConfig => {
    const { port } = server.address() as AddressInfo;
    return {
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
  };
  const startServer = async (handler: RequestListener): Promise<Server> => {
    const server = createServer(handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const close = (server: Server): void => {
    server.closeAllConnections();
    server.close();
  };

  it('reports a missing bucket or a wrong key as unreachable, not as empty', async () => {
    const bucket = await TestBucket.open();
    for (const wrong of [{ S3_BUCKET: 'elsewhere' }, { S3_ACCESS_KEY_ID: 'unknown' }]) {
      const store = createStore({ ...bucket.env, ...wrong });
      await expect(store.check()).rejects.toThrow();
      await expect(store.open('originals/ab/a.jpg')).rejects.toMatchObject({ code: 'PICTURES_UNREACHABLE' });
      await expect(store.put('originals/ab/a.jpg', Buffer.from('a'))).rejects.toMatchObject({
        code: 'PICTURES_UNREACHABLE',
      });
    }
    await bucket.close();
  });

  it('never returns a truncated picture as a whole one', async () => {
    const server = await startServer((_, res) => {
      res.writeHead(200, { 'content-length': '1000' }).write('x'.repeat(500), () => res.destroy());
    });
    const store = createStore(configFor(server));
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

  it('reports a silent server as unreachable before the gateway’s timeout', async () => {
    const server = await startServer(() => undefined);
    const startedAt = Date.now();
    await expect(createStore(configFor(server)).exists('originals/ab/a.jpg')).rejects.toMatchObject({
      code: 'PICTURES_UNREACHABLE',
    });
    expect(Date.now() - startedAt).toBeLessThan(14_000);
    close(server);
  });

  it('sends the whole file again when the first attempt fails', async () => {
    const bodies: Buffer[] = [];
    const server = await startServer((req, res) => {
      void buffer(req).then((body) => {
        bodies.push(body);
        res.writeHead(bodies.length === 1 ? 503 : 200).end();
      });
    });
    const path = await local.createPath();
    await writeFile(path, 'a photo');
    await createStore(configFor(server)).put('originals/ab/a.jpg', { path });
    expect(bodies.map(String)).toEqual([expect.stringContaining('a photo'), expect.stringContaining('a photo')]);
    close(server);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;

  onLinux('closes the file when the bucket rejects it', async () => {
    const server = await startServer((req, res) => res.writeHead(503).end(() => req.socket.destroy()));
    const path = await local.createPath();
    await writeFile(path, Buffer.alloc(4 * 1024 * 1024));
    await expect(createStore(configFor(server)).put('originals/ab/a.jpg', { path })).rejects.toMatchObject({
      code: 'PICTURES_UNREACHABLE',
    });
    await waitFor(async () => expect(await openFiles()).not.toContain(path), { timeoutMs: 10_000 });
    close(server);
  });
});
