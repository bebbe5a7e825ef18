import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_IN, BUILT_IN_VERSION } from '@shop/art-engine/version';
import { pino } from 'pino';
import type { ImageStore } from '../images/image-store.js';
import type { ImageEntity } from '../images/image.entity.js';
import type { ImagesRepository } from '../images/images.repository.js';
import { PrintDrawingService, type PrintOrderItem } from './print-drawing.service.js';
import { RecipeFilesService } from './recipe-files.service.js';
import type { ProductPicturesService } from './product-pictures.service.js';
import type { RenderWorkerPool } from './render-worker-pool.js';
import type { PrintInput } from './rendering/render-print-file.js';

describe('PrintDrawingService, when the recipe can’t be painted', () => {
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
    scaleSense: 'whole-artwork',
    print: { areaPx: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' } },
  } as PrintOrderItem;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-print-drawing-'));
    photoPath = join(folder, 'photo.jpg');
    await writeFile(photoPath, bytes);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A worker pool that fails with every recipe, and the sources that it got. */
  function createService(): { service: PrintDrawingService; sources: string[] } {
    const sources: string[] = [];
    const workerPool = {
      renderPrint: ({ source }: PrintInput) => {
        sources.push(source.kind);
        return source.kind === 'recipe'
          ? Promise.reject(new Error('out of paint'))
          : Promise.resolve({ png: new Uint8Array([1]), sha256: 'hash' });
      },
    } as unknown as RenderWorkerPool;
    const images = { findActive: () => Promise.resolve(photo) } as unknown as ImagesRepository;
    const store = {
      withLocalFile: (_: string, use: (path: string) => Promise<unknown>) => use(photoPath),
    } as unknown as ImageStore;
    const logger = pino({ level: 'silent' });
    return {
      service: new PrintDrawingService(
        store,
        new RecipeFilesService(images, store),
        {} as ProductPicturesService,
        workerPool,
        logger,
      ),
      sources,
    };
  }

  it('fails for a retry, and enlarges the artwork in the last attempt at its true density', async () => {
    const { service, sources } = createService();
    await expect(service.drawPrintFile(item, new AbortController().signal, false)).rejects.toThrow('out of paint');
    const { file } = await service.drawPrintFile(item, new AbortController().signal, true);
    expect(file.dpi).toBe(68);
    expect(sources).toEqual(['recipe', 'recipe', 'file']);
  });

  it('prints the displayed file itself where it is large enough, at the density of its details', async () => {
    const { service, sources } = createService();
    const print = { areaPx: { widthPx: 315, heightPx: 165, shape: 'rectangle' } } as PrintOrderItem['print'];
    const { file } = await service.drawPrintFile({ ...item, print }, new AbortController().signal, false);
    expect(sources).toEqual(['file']);
    expect(file.dpi).toBe(Math.floor(1024 / (165 / 300)));
  });

  /** The item, with an artwork of this version of the engine. */
  const ofVersion = (engineVersion: string) =>
    ({ ...item, artwork: { ...artwork, metadata: { ...metadata, engineVersion } } }) as PrintOrderItem;

  it('never paints an artwork of an earlier version with the recipe of this one: its stored file is enlarged', async () => {
    const { service, sources } = createService();
    await service.drawPrintFile(ofVersion('1'), new AbortController().signal, false);
    expect(sources).toEqual(['file']);
  });

  it('leaves an artwork of a later version to a process of that version, and enlarges its file in the last attempt', async () => {
    const { service, sources } = createService();
    const later = ofVersion(String(Number(BUILT_IN_VERSION) + 1));
    await expect(service.drawPrintFile(later, new AbortController().signal, false)).rejects.toThrow('later version');
    expect(sources).toEqual([]);
    await service.drawPrintFile(later, new AbortController().signal, true);
    expect(sources).toEqual(['file']);
  });

  it('does not enlarge the artwork after an abort', async () => {
    const { service, sources } = createService();
    await expect(service.drawPrintFile(item, AbortSignal.abort(), true)).rejects.toThrow('out of paint');
    expect(sources).toEqual(['recipe']);
  });
});
