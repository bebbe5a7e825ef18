import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pet } from '@shop/art-engine';
import type { PrintArea } from '@shop/contracts/catalog';
import type { DesignConfig, OrderItemPrint } from '@shop/contracts/order';
import { computeEffectiveDpi, getBleedPx, placeArtwork, PRINT_DPI } from '@shop/placement';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { cutOutKey, originalKey } from '../images/image-keys.js';
import { toJobError } from '../images/job-errors.js';
import { ImageStore } from '../images/image-store.js';
import type { ImageEntity, PetSource } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { computeFileSha256 } from '../images/temporary-files.js';
import type { PrintFileDetails } from './print-job.entity.js';
import { type PrintRecipe, readRecipe, RECIPE_DPI } from './print-recipe.rules.js';
import { CatalogueUnreachable, ProductPicturesService } from './product-pictures.service.js';
import { RenderWorkerPool } from './render-worker-pool.js';
import type { CanvasSize, Placement } from './rendering/place-on-canvas.js';
import type { RenderedMockup } from './rendering/render-mockup.js';
import type { PrintSource, PrintView, RenderedPrint } from './rendering/render-print-file.js';

/**
 * Computes the layout of a print file. The file is the print area at 300 dpi. A product that is cut to its area's
 * shape (a round tag) has bleed on every side, so that no unprinted edge shows, and keeps its corners, which the
 * printer cuts off. The artwork's own density is reported separately: a 300 dpi file is no sharper than the pixels it
 * was enlarged from.
 */
export interface PrintLayout {
  readonly canvas: CanvasSize;
  readonly bleedPx: number;
  /** Position on the print area, without bleed. */
  readonly onArea: Placement;
  /** Position on the canvas. */
  readonly onCanvas: Placement;
  readonly artworkDpi: number;
}

export function computePrintLayout(
  area: PrintArea,
  artwork: { widthPx: number; heightPx: number },
  design: DesignConfig,
): PrintLayout {
  const bleedPx = getBleedPx(area);
  const { widthPx, heightPx, centreXPx, centreYPx, rotationDeg } = placeArtwork(
    area,
    artwork.widthPx / artwork.heightPx,
    design,
  );
  const onArea = { widthPx, heightPx, centreXPx, centreYPx, rotationDeg };
  return {
    canvas: { widthPx: area.widthPx + 2 * bleedPx, heightPx: area.heightPx + 2 * bleedPx },
    bleedPx,
    onArea,
    onCanvas: { ...onArea, centreXPx: centreXPx + bleedPx, centreYPx: centreYPx + bleedPx },
    artworkDpi: Math.max(1, Math.floor(computeEffectiveDpi(artwork.widthPx, onArea))),
  };
}

type Pets = readonly [Pet, ...Pet[]];

/** Reads the photos and cut-outs that an artwork was drawn from. */
@Injectable()
export class RecipeFilesService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
  ) {}

  /** Whether all photos of the recipe still exist. */
  async hasPhotos({ pets }: PrintRecipe): Promise<boolean> {
    const photos = await Promise.all(pets.map(({ imageId }) => this.images.findActive(imageId)));
    return photos.every((photo) => photo !== null);
  }

  /**
   * Calls `use` with the files. Returns null, without the call, where one of them no longer exists or is not the one
   * that the artwork was drawn from.
   */
  async withPets<T>({ pets: [first, ...further] }: PrintRecipe, use: (pets: Pets) => Promise<T>): Promise<T | null> {
    const image = await this.images.findActive(first.imageId);
    const mask = await this.readMask(first);
    const furtherPets: Pet[] = [];
    for (const source of further) {
      const pet = await this.readPet(source);
      if (!pet) return null;
      furtherPets.push(pet);
    }
    if (!image || !mask) return null;
    // The largest photos have 25 MB, so the usual only one is not read into memory.
    return this.store.withLocalFile(originalKey(image.id, image.mimeType), async (photo) =>
      (await computeFileSha256(photo)) === first.sha256 ? use([{ photo, ...mask }, ...furtherPets]) : null,
    );
  }

  private async readPet(source: PetSource): Promise<Pet | null> {
    const image = await this.images.findActive(source.imageId);
    const photo = image && (await this.readUnchanged(originalKey(image.id, image.mimeType), source.sha256));
    const mask = await this.readMask(source);
    return photo && mask && { photo, ...mask };
  }

  /** Null where the recipe has a cut-out whose file no longer exists. */
  private async readMask({ cutOutId, cutOutSha256 }: PetSource): Promise<Pick<Pet, 'cutOut'> | null> {
    if (!cutOutId) return { cutOut: null };
    const cutOut = await this.readUnchanged(cutOutKey(cutOutId), cutOutSha256);
    return cutOut && { cutOut };
  }

  private async readUnchanged(key: string, sha256: string | null): Promise<Buffer | null> {
    const file = await this.store.read(key);
    return file && createHash('sha256').update(file).digest('hex') === sha256 ? file : null;
  }
}

export interface PrintOrderItem {
  readonly artwork: ImageEntity;
  readonly design: DesignConfig;
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
   * Paints the artwork from its recipe where it has one, and enlarges its file otherwise. A failed painting rejects,
   * except in the last attempt, which enlarges the file.
   */
  async drawPrintFile(item: PrintOrderItem, signal: AbortSignal, isLastAttempt: boolean): Promise<DrawnPrint> {
    const { canvas, bleedPx, onCanvas, artworkDpi } = getLayout(item);
    const print = (source: PrintSource): Promise<RenderedPrint> =>
      this.renderWorkerPool.renderPrint({ source, canvas, place: onCanvas, dpi: PRINT_DPI }, signal);
    const painted = await this.paintFromRecipe(item, print).catch((error: unknown) => {
      if (!isLastAttempt || signal.aborted) throw error;
      this.logger.error(
        { err: error, artworkId: item.artwork.id },
        'could not paint an artwork for printing; its file is enlarged instead',
      );
      return null;
    });
    const { png, sha256, view } =
      painted ?? (await this.withArtworkFile(item, (path) => print({ kind: 'file', path })));
    return {
      file: { sha256, ...canvas, bleedPx, dpi: painted ? RECIPE_DPI : artworkDpi, sizeBytes: png.length },
      png,
      view,
    };
  }

  /** Null where the artwork has no recipe, or a file that it was drawn from no longer exists. */
  private async paintFromRecipe(
    { artwork }: PrintOrderItem,
    print: (source: PrintSource) => Promise<RenderedPrint>,
  ): Promise<RenderedPrint | null> {
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
    const { onArea: place } = getLayout(item);
    return this.withArtworkFile(item, (artworkPath) =>
      this.renderWorkerPool.renderMockup(
        { artworkPath, picture, overlay, pictureArea, printArea: areaPx, place },
        signal,
      ),
    );
  }

  private async withArtworkFile<T>({ artwork }: PrintOrderItem, draw: (path: string) => Promise<T>): Promise<T> {
    const result = await this.store.withLocalFile(originalKey(artwork.id, artwork.mimeType), draw);
    if (result === null) throw new Error(`The file of the artwork ${artwork.id} no longer exists`);
    return result;
  }
}

const getLayout = ({ artwork, design, print }: PrintOrderItem): PrintLayout =>
  computePrintLayout(print.areaPx, artwork, design);
