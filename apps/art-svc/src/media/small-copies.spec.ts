import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { petJpeg } from '../../test/support/pet-photo.js';
import type { ImageStore } from '../images/image-store.js';
import type { ImagesRepository } from '../images/images.repository.js';
import { SmallCopies } from './small-copies.js';

describe('small copies', () => {
  const image = { id: '0f8b1a52-6f57-4a77-8b83-6f6a6a1f0c11', mimeType: 'image/jpeg' } as const;
  const images = {
    whileThere: async (_: string, work: () => Promise<void>) => work().then(() => true),
  } as unknown as ImagesRepository;
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-copies-'));
    path = join(folder, 'photo.jpg');
    await writeFile(path, await petJpeg(400, 300));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** One that counts what it is asked for; a copy is made as often as somebody wants the original's file. */
  function countingStore() {
    const kept = new Map<string, Uint8Array>();
    return {
      kept,
      put: jest.fn(async (key: string, bytes: Uint8Array) => void kept.set(key, bytes)),
      read: jest.fn(async (key: string) => kept.get(key) ?? null),
      withLocalFile: jest.fn((_: string, use: (file: string) => Promise<unknown>) => use(path)),
    };
  }
  const copiesIn = (store: ReturnType<typeof countingStore>): SmallCopies =>
    new SmallCopies(store as unknown as ImageStore, images);

  it('are read, not made again, by another instance', async () => {
    const store = countingStore();
    const made = await copiesIn(store).read(image, 320, 'webp');
    const read = await copiesIn(store).read(image, 320, 'webp');
    expect(read?.equals(made!)).toBe(true);
    expect(store.withLocalFile).toHaveBeenCalledTimes(1);
  });

  it('that were served lately are not even read', async () => {
    const store = countingStore();
    const copies = copiesIn(store);
    for (let n = 0; n < 3; n++) await copies.read(image, 320, 'webp');
    expect(store.read).toHaveBeenCalledTimes(1);
    await copies.read(image, 640, 'webp');
    expect([store.read.mock.calls.length, store.kept.size]).toEqual([2, 2]);
  });

  it('are tried again after one could not be made', async () => {
    const store = countingStore();
    const copies = copiesIn(store);
    store.withLocalFile.mockRejectedValueOnce(new Error('no room'));
    await expect(copies.read(image, 320, 'webp')).rejects.toThrow('no room');
    expect(await copies.read(image, 320, 'webp')).not.toBeNull();
  });
});
