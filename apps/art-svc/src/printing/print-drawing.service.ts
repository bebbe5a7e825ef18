import { Inject, Injectable } from '@nestjs/common';
import type { DesignConfig, OrderItemPrint } from '@shop/contracts-order';
import { computeDetailDensity, PRINT_DPI, type ScaleSense } from '@shop/placement';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { drawGround } from '@shop/art-engine/draw-ground';
import { getGroundKind, type ImageEntity } from '../images/image.entity.js';
import { toJobError } from '../images/job-errors.js';
import { readDetail } from './artwork-detail.rules.js';
import type { PrintFileDetails } from './print-file.entity.js';
import { computePrintLayout, type PrintLayout } from './print-layout.js';
import { isOfLaterVersion, readRecipe } from './print-recipe.rules.js';
import { CatalogueUnreachable, ProductPicturesService } from './product-pictures.service.js';
import { RecipeFilesService } from './recipe-files.service.js';
import { RenderWorkerPool } from './render-worker-pool.js';
import type { PlacedGround, Placement } from './rendering/place-on-canvas.js';
import type { RenderedMockup } from './rendering/render-mockup.js';
import type { PrintSource, PrintView, RenderedPrint } from './rendering/render-print-file.js';

export interface PrintOrderItem {
  readonly artwork: ImageEntity;
  readonly design: DesignConfig;
  readonly scaleSense: ScaleSense;
  readonly print: OrderItemPrint;
}

export interface DrawnPrint {
  readonly file: PrintFileDetails;
  readonly png: Uint8Array;
  readonly view: PrintView;
}

/** Draws the print file and the mock-up of an order item. */
@Injectable()
export class PrintDrawingService {
  constructor(
    private readonly store: ImageStore,
    private readonly recipeFiles: RecipeFilesService,
    private readonly productPictures: ProductPicturesService,
    private readonly renderWorkerPool: RenderWorkerPool,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** See {@link toJobError}. */
  toJobError(error: unknown, retryAfterMs: number): Promise<unknown> {
    return toJobError(this.store, error, retryAfterMs);
  }

  /**
   * Prints the artwork's file, which the shop displays, where it is large enough. Otherwise paints the artwork from its
   * recipe where it has one, and enlarges its file where it has none. A failed painting rejects, except in the last
   * attempt, which enlarges the file.
   */
  async drawPrintFile(item: PrintOrderItem, signal: AbortSignal, isLastAttempt: boolean): Promise<DrawnPrint> {
    const { canvas, bleedPx, onCanvas, onArea, groundOnCanvas, artworkDpi } = getLayout(item);
    const ground = await this.drawGround(item, groundOnCanvas);
    const print = (source: PrintSource): Promise<RenderedPrint> =>
      this.renderWorkerPool.renderPrint({ source, canvas, place: onCanvas, ground, dpi: PRINT_DPI }, signal);
    const isEnlarged = onCanvas.widthPx > item.artwork.widthPx;
    const painting = isEnlarged ? this.paintFromRecipe(item, print) : Promise.resolve(null);
    const painted = await painting.catch((error: unknown) => {
      if (!isLastAttempt || signal.aborted) throw error;
      this.logger.error(
        { err: error, artworkId: item.artwork.id },
        'could not paint an artwork for printing; its file is enlarged instead',
      );
      return null;
    });
    const { png, sha256, view } =
      painted ?? (await this.withArtworkFile(item, (path) => print({ kind: 'file', path })));
    const detail = readDetail(item.artwork, painted !== null || !isEnlarged);
    const dpi = detail ? Math.max(1, Math.floor(computeDetailDensity(detail, onArea))) : artworkDpi;
    return {
      file: { sha256, ...canvas, bleedPx, dpi, sizeBytes: png.length },
      png,
      view,
    };
  }

  /**
   * Null where the artwork has no recipe, or a file that it was drawn from no longer exists.
   *
   * @throws Error for an artwork of a later version, which another process paints when the job is tried again
   */
  private async paintFromRecipe(
    { artwork }: PrintOrderItem,
    print: (source: PrintSource) => Promise<RenderedPrint>,
  ): Promise<RenderedPrint | null> {
    if (isOfLaterVersion(artwork)) throw new Error(`A later version of this service drew the artwork ${artwork.id}`);
    const recipe = readRecipe(artwork);
    if (!recipe) return null;
    return this.recipeFiles.withPets(recipe, (pets) => print({ kind: 'recipe', recipe: { ...recipe, pets } }));
  }

  /**
   * Rejects with CatalogueUnreachable while the catalogue fails, except in the last attempt, which draws a plain
   * background.
   */
  async drawMockup(item: PrintOrderItem, signal: AbortSignal, isLastAttempt: boolean): Promise<RenderedMockup> {
    const { areaPx, pictureArea, pictureUrl, overlayUrl } = item.print;
    const background = await Promise.all([
      this.productPictures.findPicture(pictureUrl, signal),
      this.productPictures.findPicture(overlayUrl, signal),
    ]).catch((error: unknown) => {
      if (!isLastAttempt || !(error instanceof CatalogueUnreachable)) throw error;
      this.logger.warn({ err: error }, 'could not fetch a product picture; the mock-up has a plain background');
      return [null, null] as const;
    });
    const [picture, overlay] = background;
    const { onArea: place, groundOnArea } = getLayout(item);
    const ground = await this.drawGround(item, groundOnArea);
    return this.withArtworkFile(item, (artworkPath) =>
      this.renderWorkerPool.renderMockup(
        { artworkPath, picture, overlay, pictureArea, printArea: areaPx, place, ground },
        signal,
      ),
    );
  }

  /** Null where the product itself is the artwork's ground. Lines from before there was a ground keep their look. */
  private async drawGround(item: PrintOrderItem, place: Placement): Promise<PlacedGround | null> {
    if (!item.print.continuesGround || item.scaleSense === 'area-width') return null;
    const { png } = await this.withArtworkFile(item, async (path) => ({
      png: await drawGround(path, getGroundKind(item.artwork)),
    }));
    return png && { png, place };
  }

  private async withArtworkFile<T>({ artwork }: PrintOrderItem, draw: (path: string) => Promise<T>): Promise<T> {
    const result = await this.store.withLocalFile(originalKey(artwork.id, artwork.mimeType), draw);
    if (result === null) throw new Error(`The file of the artwork ${artwork.id} no longer exists`);
    return result;
  }
}

const getLayout = ({ artwork, design, scaleSense, print }: PrintOrderItem): PrintLayout =>
  computePrintLayout(print.areaPx, artwork, design, scaleSense);
