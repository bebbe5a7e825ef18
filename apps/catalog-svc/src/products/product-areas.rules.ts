/**
 * What a product prints on, and where that lies on its picture (D18b). An admin's own areas rule; else a picture of the shop's
 * own knows both; else the print area is the category's, thought in the middle of the picture.
 *
 * A size may print smaller than the product, but in the same proportions: a placement is in percent of the area (D18a), so
 * only then does it look the same on every size.
 */
import type { PictureArea, PrintAreaSize, ProductCategory } from '@shop/contracts/catalog';
import { DomainError } from '@shop/contracts/common';
import { PRINT_AREAS } from '@shop/placement';
import { findPictureByUrl } from '../pictures/picture-address.rules.js';

export interface ProductAreas {
  printArea: PrintAreaSize;
  pictureArea: PictureArea;
}

/** What areas follow from. */
export interface AreasSource {
  readonly category: ProductCategory;
  readonly imageUrl: string | null;
  /** An admin's own, else null. */
  readonly printArea: PrintAreaSize | null;
  readonly pictureArea: PictureArea | null;
}

/** The part of an unknown picture (thought square) that the print area may fill. */
const MIDDLE: PictureArea = { x: 0.25, y: 0.2, width: 0.5, height: 0.6 };

/** Hand-written fractions have two or three digits; a difference of a fiftieth is not seen. */
const PICTURE_TOLERANCE = 0.02;

/** The largest box of the area's proportions in the middle of `box`, on a square picture. */
function fit({ widthPx, heightPx }: PrintAreaSize, box: PictureArea): PictureArea {
  const scale = Math.min(box.width / widthPx, box.height / heightPx);
  const width = widthPx * scale;
  const height = heightPx * scale;
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

export function areasOf({ category, imageUrl, ...own }: AreasSource): ProductAreas {
  const drawn = findPictureByUrl(imageUrl)?.cut;
  const printArea = own.printArea ?? drawn?.printArea ?? PRINT_AREAS[category];
  if (own.pictureArea) return { printArea, pictureArea: own.pictureArea };
  return {
    printArea,
    pictureArea: drawn && !own.printArea ? drawn.pictureArea : fit(printArea, drawn?.pictureArea ?? MIDDLE),
  };
}

/** Throws 422 where the artwork would be stretched on a picture of the shop's own; how high another picture is, nobody knows here. */
export function assertOnPicture(source: AreasSource): void {
  if (!source.pictureArea || !findPictureByUrl(source.imageUrl)) return;
  const { printArea, pictureArea } = areasOf(source);
  const stretch = pictureArea.width / pictureArea.height / (printArea.widthPx / printArea.heightPx);
  if (Math.abs(stretch - 1) <= PICTURE_TOLERANCE) return;
  const sentence = 'The area on the picture must have the proportions of the print area';
  throw new DomainError('PRODUCT_PICTURE_AREA', 'impossible', sentence, { fieldErrors: { pictureArea: sentence } });
}

/** Whether one is the other made larger or smaller, to the pixel. */
export function haveSameProportions(one: PrintAreaSize, other: PrintAreaSize): boolean {
  if (one.shape !== other.shape) return false;
  const heightPx = (one.widthPx * other.heightPx) / other.widthPx;
  const widthPx = (one.heightPx * other.widthPx) / other.heightPx;
  return Math.abs(heightPx - one.heightPx) <= 1 || Math.abs(widthPx - one.widthPx) <= 1;
}

/** Throws 422 where a size that is sold has a print area of its own that would no longer fit the product's. */
export function assertSizesFit(
  printArea: PrintAreaSize,
  variants: readonly { name: string; active: boolean; printArea: PrintAreaSize | null }[],
): void {
  const misfit = variants.find(
    (variant) => variant.active && variant.printArea && !haveSameProportions(variant.printArea, printArea),
  );
  if (!misfit) return;
  const sentence = `Size “${misfit.name}” has a print area of other proportions. Please change that first.`;
  throw new DomainError('PRODUCT_PRINT_AREA', 'impossible', sentence, { fieldErrors: { printArea: sentence } });
}
