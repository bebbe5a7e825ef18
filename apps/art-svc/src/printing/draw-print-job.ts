import { Inject, Injectable } from '@nestjs/common';
import type { DesignConfig, OrderItemPrint } from '@shop/contracts/order';
import { PRINT_DPI } from '@shop/placement';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { ImageEntity } from '../images/image.entity.js';
import { printLayout, type PrintLayout } from './print-layout.rules.js';
import type { PrintFileFacts } from './print-job.entity.js';
import { CatalogueUnreachable, ProductPictures } from './product-pictures.js';
import { RenderThread } from './render-thread.js';
import type { RenderedMockup } from './rendering/render-mockup.js';

export interface PrintOrderItem {
  readonly artwork: ImageEntity;
  readonly design: DesignConfig;
  readonly print: OrderItemPrint;
}

/** Draws the two pictures of an order item. */
@Injectable()
export class DrawPrintJob {
  constructor(
    private readonly store: ImageStore,
    private readonly pictures: ProductPictures,
    private readonly thread: RenderThread,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async printFile(item: PrintOrderItem, signal: AbortSignal): Promise<{ facts: PrintFileFacts; png: Uint8Array }> {
    const { canvas, bleedPx, onCanvas, artworkDpi } = layoutOf(item);
    const { png, sha256 } = await this.withArtwork(item, (artworkPath) => this.thread.print({ artworkPath, canvas, place: onCanvas, dpi: PRINT_DPI }, signal));
    return { facts: { sha256, ...canvas, bleedPx, dpi: artworkDpi, sizeBytes: png.length }, png };
  }

  /** Rejects with CatalogueUnreachable, or with `anyway` does without the product's picture then. */
  async mockup(item: PrintOrderItem, signal: AbortSignal, anyway: boolean): Promise<RenderedMockup> {
    const { areaPx, pictureArea, pictureUrl, overlayUrl } = item.print;
    const ground = await Promise.all([this.pictures.find(pictureUrl, signal), this.pictures.find(overlayUrl, signal)]).catch((error: unknown) => {
      if (!anyway || !(error instanceof CatalogueUnreachable)) throw error;
      this.logger.warn({ err: error }, 'a mock-up is made without its product');
      return [null, null] as const;
    });
    const [picture, overlay] = ground;
    const { onArea: place } = layoutOf(item);
    return this.withArtwork(item, (artworkPath) => this.thread.mockup({ artworkPath, picture, overlay, pictureArea, printArea: areaPx, place }, signal));
  }

  private async withArtwork<T>({ artwork }: PrintOrderItem, draw: (path: string) => Promise<T>): Promise<T> {
    const drawn = await this.store.withLocalFile(originalKey(artwork.id, artwork.mimeType), draw);
    if (drawn === null) throw new Error(`The file of the artwork ${artwork.id} is gone`);
    return drawn;
  }
}

const layoutOf = ({ artwork, design, print }: PrintOrderItem): PrintLayout => printLayout(print.areaPx, artwork, design);
