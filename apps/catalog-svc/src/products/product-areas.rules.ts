/**
 * The print area of a product, and its position on the product's picture. An admin's own areas have priority; otherwise a picture drawn by this
 * service defines both; otherwise the print area is the category's default in the middle of the picture.
 *
 * A size may have a smaller print area with the same proportions. Placements are in percent of the area, so they look the same on every size.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  findKind,
  getDefaultPrintArea,
  type PictureArea,
  type PrintArea,
  type ProductCategory,
} from '@shop/contracts-catalog';
import { DomainError } from '@shop/contracts-common';
import { fitIntoPicture } from '@shop/placement';
import { findPictureByUrl } from '@shop/product-pictures';

export interface ProductAreas {
  printArea: PrintArea;
  pictureArea: PictureArea;
}

/** The fields that determine the areas. */
export interface AreasSource {
  readonly category: ProductCategory;
  readonly imageUrl: string | null;
  /** Set by an admin, or null. */
  readonly printArea: PrintArea | null;
  readonly pictureArea: PictureArea | null;
}

/** Fractions entered by admins have two or three digits; a difference of 2 % is not visible. */
const PICTURE_TOLERANCE = 0.02;

export function getAreas({ category, imageUrl, ...own }: AreasSource): ProductAreas {
  const cut = findPictureByUrl(imageUrl)?.cut;
  const printArea = own.printArea ?? cut?.printArea ?? getDefaultPrintArea(category);
  if (own.pictureArea) return { printArea, pictureArea: own.pictureArea };
  return {
    printArea,
    pictureArea: cut && !own.printArea ? cut.pictureArea : fitIntoPicture(printArea, cut?.pictureArea),
  };
}

/** Whether the stored print area is the default of a kind that came after the first release (`withStoredArea`). */
export const hasStoredDefault = (source: AreasSource): boolean =>
  findKind(source.category)?.standIn !== undefined &&
  isDeepStrictEqual(source.printArea, getAreas({ ...source, printArea: null }).printArea);

/**
 * Stores the default print area of a kind that came after the first release, because the version before can't compute
 * it and would answer no list of products.
 */
export function withStoredArea<Source extends AreasSource>(source: Source): Source {
  return findKind(source.category)?.standIn === undefined
    ? source
    : Object.assign(source, { printArea: getAreas(source).printArea });
}

/** Before a change: the default of the new category or picture counts then. */
export const withoutStoredArea = <Source extends AreasSource>(source: Source): Source =>
  hasStoredDefault(source) ? Object.assign(source, { printArea: null }) : source;

/** Throws 422 if the artwork would be stretched on a picture drawn by this service. The proportions of foreign pictures are unknown. */
export function assertUndistorted(source: AreasSource): void {
  if (!source.pictureArea || !findPictureByUrl(source.imageUrl)) return;
  const { printArea, pictureArea } = getAreas(source);
  const stretch = pictureArea.width / pictureArea.height / (printArea.widthPx / printArea.heightPx);
  if (Math.abs(stretch - 1) <= PICTURE_TOLERANCE) return;
  const message = 'The area on the picture must have the proportions of the print area';
  throw new DomainError('PRODUCT_PICTURE_AREA', 'impossible', message, { fieldErrors: { pictureArea: message } });
}

/** Whether the areas differ only by scale, to the pixel. */
export function haveSameProportions(first: PrintArea, second: PrintArea): boolean {
  if (first.shape !== second.shape) return false;
  const heightPx = (first.widthPx * second.heightPx) / second.widthPx;
  const widthPx = (first.heightPx * second.widthPx) / second.heightPx;
  return Math.abs(heightPx - first.heightPx) <= 1 || Math.abs(widthPx - first.widthPx) <= 1;
}

/** Throws 422 if an active size has its own print area with other proportions than the product's. */
export function assertSizesFit(
  printArea: PrintArea,
  variants: readonly { name: string; active: boolean; printArea: PrintArea | null }[],
): void {
  const misfit = variants.find(
    (variant) => variant.active && variant.printArea && !haveSameProportions(variant.printArea, printArea),
  );
  if (!misfit) return;
  const message = `Size “${misfit.name}” has a print area of other proportions. Please change that first.`;
  throw new DomainError('PRODUCT_PRINT_AREA', 'impossible', message, { fieldErrors: { printArea: message } });
}
