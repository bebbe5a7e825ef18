import { jest } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDomainError } from '@shop/contracts/common';
import { BucketStore } from '../src/images/bucket-store.js';
import { FolderStore } from '../src/images/folder-store.js';
import type { ImageStore } from '../src/images/image-store.js';
import { TemporaryFiles } from '../src/images/temporary-files.js';
import { createBucketConfig, TestBucket } from './support/test-bucket.js';

interface Setting {
  store: ImageStore;
  /** From now on nothing can be reached. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
}

const SETTINGS: [string, (dataDir: string) => Promise<Setting>][] = [
  [
    'a folder',
    async (dataDir) => ({
      store: new FolderStore({ DATA_DIR: dataDir }, new TemporaryFiles({ DATA_DIR: dataDir })),
      breakDown: async () => {
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
      const store = new BucketStore(createBucketConfig(bucket.env), new TemporaryFiles({ DATA_DIR: dataDir }));
      return {
        store,
        breakDown: () => bucket.stop(),
        close: async () => {
          store.onApplicationShutdown();
          await bucket.close();
        },
      };
    },
  ],
];

describe.each(SETTINGS)('pictures in %s', (_, open) => {
  let dataDir: string;
  let setting: Setting;
  let local: TemporaryFiles;
  let store: ImageStore;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-store-'));
    setting = await open(dataDir);
    store = setting.store;
    local = new TemporaryFiles({ DATA_DIR: dataDir });
  });
  afterEach(async () => {
    await setting.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const aKey = (): string => `originals/ab/${randomUUID()}.jpg`;
  const stored = async (bytes: Uint8Array): Promise<string> => {
    const key = aKey();
    await store.put(key, bytes);
    return key;
  };
  const opened = async (key: string): Promise<Buffer> => {
    const file = await store.open(key);
    if (!file) throw new Error('nothing there');
    const bytes = await buffer(file.stream);
    expect(file.sizeBytes).toBe(bytes.length);
    return bytes;
  };
  const underWork = (): Promise<string[]> => readdir(join(dataDir, 'images', 'incoming')).catch(() => []);

  it.each([0, 1, 6_000_000])('come back as they were stored: %i bytes', async (size) => {
    const bytes = randomBytes(size);
    const key = await stored(bytes);
    expect((await opened(key)).equals(bytes)).toBe(true);
    expect(Buffer.from((await store.read(key)) ?? []).equals(bytes)).toBe(true);
    expect(await store.withLocalFile(key, async (path) => (await readFile(path)).equals(bytes))).toBe(true);
    expect(await store.exists(key)).toBe(true);
    expect(await underWork()).toEqual([]);
  });

  it('come back as they were stored from a file', async () => {
    const [key, path, bytes] = [aKey(), await local.createPath(), randomBytes(300_000)];
    await writeFile(path, bytes);
    await store.put(key, { path });
    expect((await opened(key)).equals(bytes)).toBe(true);
    await rm(path, { force: true });
    expect((await store.read(key))?.equals(bytes)).toBe(true);
  });

  it('are null where nothing was stored', async () => {
    const use = jest.fn(async () => 'used');
    const key = aKey();
    expect([
      await store.open(key),
      await store.read(key),
      await store.exists(key),
      await store.withLocalFile(key, use),
    ]).toEqual([null, null, false, null]);
    expect(use).not.toHaveBeenCalled();
    await store.remove(key);
  });

  it('are gone once they were removed, and the others stay', async () => {
    const [gone, stays] = [await stored(Buffer.from('gone')), await stored(Buffer.from('stays'))];
    await store.remove(gone);
    await store.remove(gone);
    expect([await store.exists(gone), await store.open(gone)]).toEqual([false, null]);
    expect(String(await opened(stays))).toBe('stays');
  });

  it('are in one local file for simultaneous users, as long as it is used', async () => {
    const key = await stored(Buffer.from('a photo'));
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
    expect(await underWork()).toEqual([]);
  });

  it('leave no local file where its user fails', async () => {
    const key = await stored(Buffer.from('a photo'));
    await expect(store.withLocalFile(key, () => Promise.reject(new Error('could not draw')))).rejects.toThrow(
      'could not draw',
    );
    expect(await underWork()).toEqual([]);
    expect(await store.exists(key)).toBe(true);
  });

  it('fail with PICTURES_UNREACHABLE for every operation while the store is away', async () => {
    const key = await stored(Buffer.from('a photo'));
    await expect(store.check()).resolves.toBeUndefined();
    await setting.breakDown();
    await expect(store.check()).rejects.toThrow();
    const asked = [
      () => store.put(aKey(), Buffer.from('another')),
      () => store.open(key),
      () => store.read(key),
      () => store.exists(key),
      () => store.remove(key),
      () => store.withLocalFile(key, async () => 'used'),
    ];
    for (const ask of asked) {
      const error = await ask().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(isDomainError(error) && [error.code, error.kind, error.sentence]).toEqual([
        'PICTURES_UNREACHABLE',
        'unavailable',
        'The picture store is not reachable right now. Please try again in a moment.',
      ]);
    }
  });
});
