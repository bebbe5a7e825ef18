import { Inject, Injectable } from '@nestjs/common';
import type { DesignConfig, OrderItemPrint } from '@shop/contracts/order';
import { PRINT_DPI } from '@shop/placement';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { sha256Of } from '../images/content-hash.js';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { printLayout, type PrintLayout } from './print-layout.rules.js';
import type { PrintFileFacts } from './print-job.entity.js';
import { RECIPE_DPI, recipeOf } from './print-recipe.rules.js';
import { CatalogueUnreachable, ProductPictures } from './product-pictures.js';
import { RenderThread } from './render-thread.js';
import type { RenderedMockup } from './rendering/render-mockup.js';
import type { PrintSource, PrintView, RenderedPrint } from './rendering/render-print-file.js';

export interface PrintOrderItem {
  readonly artwork: ImageEntity;
  readonly design: DesignConfig;
  readonly print: OrderItemPrint;
}

export interface DrawnPrint {
  readonly facts: PrintFileFacts;
  readonly png: Uint8Array;
  readonly view: PrintView;
}

/** Draws the pictures of an order item. */
@Injectable()
export class DrawPrintJob {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly pictures: ProductPictures,
    private readonly thread: RenderThread,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether no job at all could be drawn. */
  isStoreAway(error: unknown): Promise<boolean> {
    return this.store.isAway(error);
  }

  /** Rejects where the artwork can't be painted anew, or with `anyway` enlarges its file then. */
  async printFile(item: PrintOrderItem, signal: AbortSignal, anyway: boolean): Promise<DrawnPrint> {
    const { canvas, bleedPx, onCanvas, artworkDpi } = layoutOf(item);
    const print = (source: PrintSource): Promise<RenderedPrint> =>
      this.thread.print({ source, canvas, place: onCanvas, dpi: PRINT_DPI }, signal);
    const painted = await this.paintedAnew(item, print).catch((error: unknown) => {
      if (!anyway || signal.aborted) throw error;
      this.logger.error(
        { err: error, artworkId: item.artwork.id },
        'an artwork is enlarged for the press, as it could not be painted anew',
      );
      return null;
    });
    const { png, sha256, view } = painted ?? (await this.withArtwork(item, (path) => print({ kind: 'file', path })));
    return {
      facts: { sha256, ...canvas, bleedPx, dpi: painted ? RECIPE_DPI : artworkDpi, sizeBytes: png.length },
      png,
      view,
    };
  }

  /** Null where the artwork has no recipe, or its photo is no longer the one it was drawn from. */
  private async paintedAnew(
    { artwork }: PrintOrderItem,
    print: (source: PrintSource) => Promise<RenderedPrint>,
  ): Promise<RenderedPrint | null> {
    const recipe = recipeOf(artwork);
    const photo = recipe && (await this.images.findActive(recipe.sourceImageId));
    if (!photo) return null;
    return this.store.withLocalFile(originalKey(photo.id, photo.mimeType), async (path) => {
      if ((await sha256Of(path)) !== recipe.sourceSha256) return null;
      return print({ kind: 'recipe', recipe: { ...recipe, photo: path } });
    });
  }

  /** Rejects with CatalogueUnreachable, or with `anyway` does without the product's picture then. */
  async mockup(item: PrintOrderItem, signal: AbortSignal, anyway: boolean): Promise<RenderedMockup> {
    const { areaPx, pictureArea, pictureUrl, overlayUrl } = item.print;
    const ground = await Promise.all([
      this.pictures.find(pictureUrl, signal),
      this.pictures.find(overlayUrl, signal),
    ]).catch((error: unknown) => {
      if (!anyway || !(error instanceof CatalogueUnreachable)) throw error;
      this.logger.warn({ err: error }, 'a mock-up is made without its product');
      return [null, null] as const;
    });
    const [picture, overlay] = ground;
    const { onArea: place } = layoutOf(item);
    return this.withArtwork(item, (artworkPath) =>
      this.thread.mockup({ artworkPath, picture, overlay, pictureArea, printArea: areaPx, place }, signal),
    );
  }

  private async withArtwork<T>({ artwork }: PrintOrderItem, draw: (path: string) => Promise<T>): Promise<T> {
    const drawn = await this.store.withLocalFile(originalKey(artwork.id, artwork.mimeType), draw);
    if (drawn === null) throw new Error(`The file of the artwork ${artwork.id} is gone`);
    return drawn;
  }
}

const layoutOf = ({ artwork, design, print }: PrintOrderItem): PrintLayout =>
  printLayout(print.areaPx, artwork, design);
