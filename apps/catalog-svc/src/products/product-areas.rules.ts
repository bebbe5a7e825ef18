/**
 * What a product prints on, and where that lies on its picture (D18b). A picture of the shop's own knows both. On any other picture
 * the print area is the category's, or stays what it was, and is thought in the middle of the picture.
 */
import type { PictureArea, PrintAreaSize, ProductCategory } from '@shop/contracts/catalog';
import { PRINT_AREAS } from '@shop/placement';
import { findPictureByUrl } from '../pictures/picture-address.rules.js';

export interface ProductAreas {
  printArea: PrintAreaSize;
  pictureArea: PictureArea;
}

/** The part of an unknown picture (thought square) that the print area may fill, across and down. */
const MIDDLE = { width: 0.5, height: 0.6 };

function inTheMiddle({ widthPx, heightPx }: PrintAreaSize): PictureArea {
  const scale = Math.min(MIDDLE.width / widthPx, MIDDLE.height / heightPx);
  const width = widthPx * scale;
  const height = heightPx * scale;
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

/** `before`: the product as it was, where there was one. */
export function areasOf(category: ProductCategory, imageUrl: string | null, before?: { category: ProductCategory; printArea: PrintAreaSize }): ProductAreas {
  const own = findPictureByUrl(imageUrl)?.cut;
  if (own) return { printArea: own.printArea, pictureArea: own.pictureArea };
  const printArea = before?.category === category ? before.printArea : PRINT_AREAS[category];
  return { printArea, pictureArea: inTheMiddle(printArea) };
}
