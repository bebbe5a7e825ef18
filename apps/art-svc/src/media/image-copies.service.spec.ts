import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { petJpeg } from '@shop/art-engine/testing';
import type { ImageStore } from '../images/image-store.js';
import type { ImagesRepository } from '../images/images.repository.js';
import { ImageCopiesService } from './image-copies.service.js';

/** An artwork without a background. */
const DISC = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><circle cx="200" cy="200" r="150" fill="#c84"/></svg>',
);

describe('ImageCopiesService', () => {
  const image = { id: '0f8b1a52-6f57-4a77-8b83-6f6a6a1f0c11', mimeType: 'image/jpeg' } as const;
  const images = {
    withLockedImage: async (_: string, work: () => Promise<void>) => work().then(() => true),
  } as unknown as ImagesRepository;
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-copies-'));
    path = join(folder, 'photo.jpg');
    await writeFile(path, await petJpeg(400, 300));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A store that counts its calls. Each creation of a copy reads the original's file once. */
  function createCountingStore() {
    const files = new Map<string, Uint8Array>();
    return {
      files,
      put: jest.fn(async (key: string, bytes: Uint8Array) => void files.set(key, bytes)),
      read: jest.fn(async (key: string) => files.get(key) ?? null),
      withLocalFile: jest.fn((_: string, use: (file: string) => Promise<unknown>) => use(path)),
    };
  }
  const createService = (store: ReturnType<typeof createCountingStore>): ImageCopiesService =>
    new ImageCopiesService(store as unknown as ImageStore, images);

  it('reads a copy that another instance created', async () => {
    const store = createCountingStore();
    const created = await createService(store).readCopy(image, 320, 'webp');
    const read = await createService(store).readCopy(image, 320, 'webp');
    expect(read?.equals(created!)).toBe(true);
    expect(store.withLocalFile).toHaveBeenCalledTimes(1);
  });

  it('serves recent copies from memory', async () => {
    const store = createCountingStore();
    const copies = createService(store);
    for (let n = 0; n < 3; n++) await copies.readCopy(image, 320, 'webp');
    expect(store.read).toHaveBeenCalledTimes(1);
    await copies.readCopy(image, 640, 'webp');
    expect([store.read.mock.calls.length, store.files.size]).toEqual([2, 2]);
  });

  it.each(['avif', 'webp', 'png'] as const)('keeps the alpha of a transparent artwork: %s', async (format) => {
    const store = createCountingStore();
    store.withLocalFile.mockImplementation((_, use) => use(DISC as unknown as string));
    const copy = await createService(store).readCopy({ ...image, mimeType: 'image/png' }, 320, format);
    const pixels = await sharp(copy!).raw().toBuffer();
    const at = (x: number, y: number): number[] => [...pixels.subarray((y * 320 + x) * 4, (y * 320 + x) * 4 + 4)];
    expect([at(5, 5)[3], at(160, 160)[3]]).toEqual([0, 255]);
  });

  it('has an invisible ground for an artwork without a background, so that pages show no broken picture', async () => {
    const store = createCountingStore();
    store.withLocalFile.mockImplementation((_, use) => use(DISC as unknown as string));
    const ground = await createService(store).readGround({ ...image, mimeType: 'image/png' }, 'continued');
    expect((await sharp(ground!).stats()).channels[3]).toMatchObject({ max: 0 });
  });

  it('creates a copy again after a failure', async () => {
    const store = createCountingStore();
    const copies = createService(store);
    store.withLocalFile.mockRejectedValueOnce(new Error('no room'));
    await expect(copies.readCopy(image, 320, 'webp')).rejects.toThrow('no room');
    expect(await copies.readCopy(image, 320, 'webp')).not.toBeNull();
  });
});
