import { Inject, Injectable } from '@nestjs/common';
import { pictureCopyOf } from '@shop/contracts/catalog';
import { CONFIG } from '@shop/service-kit';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.js';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository } from '../images/images.repository.js';
import { sourceOf } from './product-pictures.rules.js';
import { RenderThread } from './render-thread.js';
import { LONG_SIDE_PX } from './rendering/product-picture.js';

/** A picture is a few ten kilobytes; what takes longer will not come. */
const ANSWER_WITHIN_MS = 5_000;
const MOST_BYTES = 4 * 1024 * 1024;
/** More than a shop sells at a time: a hundred drawings that had to be drawn, thousands of copies. */
const KEPT_BYTES = 48 * 1024 * 1024;

/** Where the catalogue can't be asked now: worth another try. */
export class CatalogueUnreachable extends Error {
  override readonly name = 'CatalogueUnreachable';
}

/** Pictures of products, for mock-ups. Those of the catalogue never change under their address: they are fetched once, and kept in memory. */
@Injectable()
export class ProductPictures {
  private readonly kept = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly thread: RenderThread,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Null where there is none, where it is foreign, or where it is gone. Rejects with CatalogueUnreachable. */
  async find(url: string | null, signal: AbortSignal): Promise<Uint8Array | null> {
    const source = sourceOf(url);
    if (!source) return null;
    return source.from === 'store' ? this.fromStore(source.imageId) : this.fromCatalogue(source.path, signal);
  }

  private async fromStore(imageId: string): Promise<Uint8Array | null> {
    const image = await this.images.findActive(imageId);
    return image && this.store.read(originalKey(image.id, image.mimeType));
  }

  private async fromCatalogue(path: string, signal: AbortSignal): Promise<Uint8Array | null> {
    const { CATALOG_URL } = this.config;
    if (!CATALOG_URL) return null;
    const known = this.kept.get(path);
    if (known) return known;
    const copy = pictureCopyOf(path, LONG_SIDE_PX);
    // A catalogue that was started before there were copies has the drawing alone.
    const picture =
      (copy && (await ask(new URL(copy, CATALOG_URL), signal))) ?? (await ask(new URL(path, CATALOG_URL), signal));
    if (!picture) return null;
    const drawn = await this.thread.picture(picture, signal);
    this.kept.set(path, drawn);
    return drawn;
  }
}

async function ask(address: URL, jobSignal: AbortSignal): Promise<Uint8Array | null> {
  const signal = AbortSignal.any([jobSignal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  const answer = await fetch(address, { signal, redirect: 'error' }).catch((cause: unknown) => {
    throw new CatalogueUnreachable('The catalogue does not answer', { cause });
  });
  if (answer.ok) return body(answer);
  await answer.body?.cancel();
  if (answer.status === 404 || answer.status === 410) return null;
  throw new CatalogueUnreachable(`The catalogue answers ${answer.status}`);
}

async function body(answer: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new Error(`More than ${MOST_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new CatalogueUnreachable('The catalogue’s answer broke off', { cause });
  }
  return Buffer.concat(chunks);
}
