import { jest } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { TestBucket } from '@shop/bucket/testing';
import { isDomainError } from '@shop/contracts-common';
import { BucketStore } from '../src/images/bucket-store.js';
import { FolderStore } from '../src/images/folder-store.js';
import type { ImageStore } from '../src/images/image-store.js';
import { TemporaryFiles } from '../src/images/temporary-files.js';

interface StoreSetup {
  store: ImageStore;
  /** Makes the store unreachable. */
  makeUnavailable(): Promise<void>;
  close(): Promise<void>;
}

const SETUPS: [string, (dataDir: string) => Promise<StoreSetup>][] = [
  [
    'a folder',
    async (dataDir) => ({
      store: new FolderStore({ DATA_DIR: dataDir, DISK_FREE_PERCENT: 10 }, new TemporaryFiles({ DATA_DIR: dataDir })),
      makeUnavailable: async () => {
        await rm(join(dataDir, 'images'), { recursive: true, force: true });
        await writeFile(join(dataDir, 'images'), 'no folder');
      },
      close: async () => undefined,
    }),
  ],
  [
    'a bucket',
    async (dataDir) => {
      const bucket = await TestBucket.open();
      const store = new BucketStore(bucket.env, new TemporaryFiles({ DATA_DIR: dataDir }));
      return {
        store,
        makeUnavailable: () => bucket.stop(),
        close: async () => {
          store.onApplicationShutdown();
          await bucket.close();
        },
      };
    },
  ],
];

describe.each(SETUPS)('ImageStore in %s', (_, open) => {
  let dataDir: string;
  let setup: StoreSetup;
  let local: TemporaryFiles;
  let store: ImageStore;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-store-'));
    setup = await open(dataDir);
    store = setup.store;
    local = new TemporaryFiles({ DATA_DIR: dataDir });
  });
  afterEach(async () => {
    await setup.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const createKey = (): string => `originals/ab/${randomUUID()}.jpg`;
  const putPicture = async (bytes: Uint8Array): Promise<string> => {
    const key = createKey();
    await store.put(key, bytes);
    return key;
  };
  const readOpened = async (key: string): Promise<Buffer> => {
    const file = await store.open(key);
    if (!file) throw new Error('the file does not exist');
    const bytes = await buffer(file.stream);
    expect(file.sizeBytes).toBe(bytes.length);
    return bytes;
  };
  const listTemporaryFiles = (): Promise<string[]> => readdir(join(dataDir, 'images', 'incoming')).catch(() => []);

  it.each([0, 1, 6_000_000])('returns a picture as it was stored: %i bytes', async (size) => {
    const bytes = randomBytes(size);
    const key = await putPicture(bytes);
    expect((await readOpened(key)).equals(bytes)).toBe(true);
    expect(Buffer.from((await store.read(key)) ?? []).equals(bytes)).toBe(true);
    expect(await store.withLocalFile(key, async (path) => (await readFile(path)).equals(bytes))).toBe(true);
    expect(await store.exists(key)).toBe(true);
    expect(await listTemporaryFiles()).toEqual([]);
  });

  it('returns a picture that was stored from a file', async () => {
    const [key, path, bytes] = [createKey(), await local.createPath(), randomBytes(300_000)];
    await writeFile(path, bytes);
    await store.put(key, { path });
    expect((await readOpened(key)).equals(bytes)).toBe(true);
    await rm(path, { force: true });
    expect((await store.read(key))?.equals(bytes)).toBe(true);
  });

  it('returns null for an unknown key', async () => {
    const use = jest.fn(async () => 'used');
    const key = createKey();
    expect([
      await store.open(key),
      await store.read(key),
      await store.exists(key),
      await store.withLocalFile(key, use),
    ]).toEqual([null, null, false, null]);
    expect(use).not.toHaveBeenCalled();
    await store.remove(key);
  });

  it('removes one picture and keeps the others', async () => {
    const [removed, remaining] = [await putPicture(Buffer.from('removed')), await putPicture(Buffer.from('remaining'))];
    await store.remove(removed);
    await store.remove(removed);
    expect([await store.exists(removed), await store.open(removed)]).toEqual([false, null]);
    expect(String(await readOpened(remaining))).toBe('remaining');
  });

  it('shares one local file between simultaneous users', async () => {
    const key = await putPicture(Buffer.from('a photo'));
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const uses = Array.from({ length: 5 }, (__, n) =>
      store.withLocalFile(key, async (path) => {
        if (n > 0) await released;
        return `${path} ${String(await readFile(path))}`;
      }),
    );
    await uses[0];
    release();
    const paths = await Promise.all(uses);
    expect(new Set(paths).size).toBe(1);
    expect(paths[0]).toMatch(/ a photo$/);
    expect(await listTemporaryFiles()).toEqual([]);
  });

  it('leaves no local file when its user fails', async () => {
    const key = await putPicture(Buffer.from('a photo'));
    await expect(store.withLocalFile(key, () => Promise.reject(new Error('could not draw')))).rejects.toThrow(
      'could not draw',
    );
    expect(await listTemporaryFiles()).toEqual([]);
    expect(await store.exists(key)).toBe(true);
  });

  it('fails with PICTURES_UNREACHABLE in every operation while the store is unavailable', async () => {
    const key = await putPicture(Buffer.from('a photo'));
    await expect(store.check()).resolves.toBeUndefined();
    await setup.makeUnavailable();
    await expect(store.check()).rejects.toThrow();
    const operations = [
      () => store.put(createKey(), Buffer.from('another')),
      () => store.open(key),
      () => store.read(key),
      () => store.exists(key),
      () => store.remove(key),
      () => store.withLocalFile(key, async () => 'used'),
    ];
    for (const operation of operations) {
      const error = await operation().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(isDomainError(error) && [error.code, error.kind, error.message]).toEqual([
        'PICTURES_UNREACHABLE',
        'unavailable',
        'The picture store is not reachable right now. Please try again in a moment.',
      ]);
    }
  });
});
