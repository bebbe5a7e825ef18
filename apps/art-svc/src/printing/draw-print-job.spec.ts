import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { BUILT_IN, BUILT_IN_VERSION } from '../engines/built-in/version.js';
import type { ImageEntity } from '../images/image.entity.js';
import type { ImageStore } from '../images/image-store.js';
import type { ImagesRepository } from '../images/images.repository.js';
import { DrawPrintJob, type PrintOrderItem } from './draw-print-job.js';
import type { ProductPictures } from './product-pictures.js';
import type { RenderThread } from './render-thread.js';
import type { PrintOrder } from './rendering/render-print-file.js';

describe('an artwork that can’t be painted again', () => {
  let folder: string;
  let photoPath: string;
  const photo = { id: randomUUID(), mimeType: 'image/jpeg' } as ImageEntity;
  const bytes = Buffer.from('a photo');
  const metadata = {
    engine: BUILT_IN,
    engineVersion: BUILT_IN_VERSION,
    style: 'modern',
    seed: 1,
    prompt: null,
    petName: null,
    sourceImageId: photo.id,
    sourceSha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const artwork = {
    id: randomUUID(),
    mimeType: 'image/png',
    widthPx: 1024,
    heightPx: 1024,
    metadata,
  } as unknown as ImageEntity;
  const item = {
    artwork,
    design: { x: 50, y: 50, scale: 100, rotation: 0 },
    print: { areaPx: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' } },
  } as PrintOrderItem;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-draw-print-'));
    photoPath = join(folder, 'photo.jpg');
    await writeFile(photoPath, bytes);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A thread that fails with every recipe, and what it was asked for. */
  function drawing(): { job: DrawPrintJob; asked: string[] } {
    const asked: string[] = [];
    const thread = {
      print: ({ source }: PrintOrder) => {
        asked.push(source.kind);
        return source.kind === 'recipe'
          ? Promise.reject(new Error('out of paint'))
          : Promise.resolve({ png: new Uint8Array([1]), sha256: 'hash' });
      },
    } as unknown as RenderThread;
    const images = { findActive: () => Promise.resolve(photo) } as unknown as ImagesRepository;
    const store = {
      withLocalFile: (_: string, use: (path: string) => Promise<unknown>) => use(photoPath),
    } as unknown as ImageStore;
    return { job: new DrawPrintJob(images, store, {} as ProductPictures, thread, pino({ level: 'silent' })), asked };
  }

  it('is retried, and enlarged in the last attempt, at its true density', async () => {
    const { job, asked } = drawing();
    await expect(job.printFile(item, new AbortController().signal, false)).rejects.toThrow('out of paint');
    const { facts } = await job.printFile(item, new AbortController().signal, true);
    expect(facts.dpi).toBe(68);
    expect(asked).toEqual(['recipe', 'recipe', 'file']);
  });

  it('is not enlarged where the job was aborted', async () => {
    const { job, asked } = drawing();
    await expect(job.printFile(item, AbortSignal.abort(), true)).rejects.toThrow('out of paint');
    expect(asked).toEqual(['recipe']);
  });
});
