import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../config.js';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository } from '../images/images.repository.js';
import { sourceOf } from './product-pictures.rules.js';

/** A picture is a few ten kilobytes; what takes longer will not come. */
const ANSWER_WITHIN_MS = 5_000;
const MOST_BYTES = 4 * 1024 * 1024;
/** All pictures that the shop draws itself; a hundredth of a thread's memory. */
const MOST_KEPT = 100;

/** Where the catalogue can't be asked now: worth another try. */
export class CatalogueUnreachable extends Error {
  override readonly name = 'CatalogueUnreachable';
}

/** Pictures of products, for mock-ups. Those of the catalogue never change under their address, and are kept in memory. */
@Injectable()
export class ProductPictures {
  private readonly kept = new Map<string, Uint8Array>();

  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
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
    const picture = await ask(new URL(path, CATALOG_URL), AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]));
    if (picture) this.keep(path, picture);
    return picture;
  }

  private keep(path: string, picture: Uint8Array): void {
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= MOST_KEPT) this.kept.delete(oldest);
    this.kept.set(path, picture);
  }
}

async function ask(address: URL, signal: AbortSignal): Promise<Uint8Array | null> {
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
