import { Inject, Injectable } from '@nestjs/common';
import { getPictureCopyUrl } from '@shop/contracts-catalog';
import { CONFIG } from '@shop/service-kit';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.js';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository } from '../images/images.repository.js';
import { RenderWorkerPool } from './render-worker-pool.js';
import { LONG_SIDE_PX } from './rendering/render-mockup.js';

/**
 * Which product pictures are fetched for mock-ups: the catalogue's own under `/pictures/` and stored ones under
 * `/media/`. Any other address, which an admin typed in, is never requested; the mock-up then has a plain background.
 */
export type PictureSource =
  { readonly from: 'catalogue'; readonly path: string } | { readonly from: 'store'; readonly imageId: string };

const CATALOGUE_PATH = /^\/pictures\/[a-z0-9][a-z0-9-]*\.(svg|png|jpg)$/;
const MEDIA_PATH = /^\/media\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\?w=\d+)?$/i;

export function findPictureSource(url: string | null): PictureSource | null {
  if (url === null) return null;
  if (CATALOGUE_PATH.test(url)) return { from: 'catalogue', path: url };
  const stored = MEDIA_PATH.exec(url)?.[1];
  return stored ? { from: 'store', imageId: stored.toLowerCase() } : null;
}

/** A picture has some tens of kilobytes; a slower response would not arrive at all. */
const RESPONSE_TIMEOUT_MS = 5_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Room for a hundred rendered SVGs or thousands of copies, more than a shop sells at a time. */
const CACHE_BYTES = 48 * 1024 * 1024;

/** The catalogue can't be reached; another attempt may succeed. */
export class CatalogueUnreachable extends Error {
  override readonly name = 'CatalogueUnreachable';
}

/**
 * Loads product pictures for mock-ups. A catalogue picture never changes under its address, so it is fetched once and
 * cached in memory.
 */
@Injectable()
export class ProductPicturesService {
  private readonly cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly renderWorkerPool: RenderWorkerPool,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Null where the address is empty, foreign, or has no picture. Rejects with CatalogueUnreachable. */
  async findPicture(url: string | null, signal: AbortSignal): Promise<Uint8Array | null> {
    const source = findPictureSource(url);
    if (!source) return null;
    return source.from === 'store' ? this.readFromStore(source.imageId) : this.fetchFromCatalogue(source.path, signal);
  }

  private async readFromStore(imageId: string): Promise<Uint8Array | null> {
    const image = await this.images.findActive(imageId);
    return image && this.store.read(originalKey(image.id, image.mimeType));
  }

  private async fetchFromCatalogue(path: string, signal: AbortSignal): Promise<Uint8Array | null> {
    const { CATALOG_URL } = this.config;
    if (!CATALOG_URL) return null;
    const cached = this.cache.get(path);
    if (cached) return cached;
    const copy = getPictureCopyUrl(path, LONG_SIDE_PX);
    // The catalogue may have no copy of this size; then the SVG itself is rendered.
    const picture =
      (copy && (await fetchPicture(new URL(copy, CATALOG_URL), signal))) ??
      (await fetchPicture(new URL(path, CATALOG_URL), signal));
    if (!picture) return null;
    const rendered = await this.renderWorkerPool.renderPicture(picture, signal);
    this.cache.set(path, rendered);
    return rendered;
  }
}

async function fetchPicture(address: URL, jobSignal: AbortSignal): Promise<Uint8Array | null> {
  const signal = AbortSignal.any([jobSignal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]);
  const response = await fetch(address, { signal, redirect: 'error' }).catch((cause: unknown) => {
    throw new CatalogueUnreachable('The catalogue does not respond', { cause });
  });
  if (response.ok) return readBody(response);
  await response.body?.cancel();
  if (response.status === 404 || response.status === 410) return null;
  throw new CatalogueUnreachable(`The catalogue responds with ${response.status}`);
}

async function readBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error(`More than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new CatalogueUnreachable('The catalogue’s response broke off', { cause });
  }
  return Buffer.concat(chunks);
}
