/** The copies of the catalogue's product pictures: each drawing in each width (`@shop/contracts-catalog`). */
import { join } from 'node:path';
import { PICTURE_WIDTHS_PX, getPictureCopyUrl } from '@shop/contracts-catalog';
import { drawPicture, findPicture, listPictureFiles } from '@shop/product-pictures';

export const PRODUCT_FOLDER = join(import.meta.dirname, '../../../apps/catalog-svc/pictures');

export interface ProductCopy {
  readonly file: string;
  readonly widthPx: number;
}

export interface Drawing {
  readonly file: string;
  /** SVG, 1000 units wide. */
  readonly draw: () => string;
  /** Narrowest first. */
  readonly copies: readonly ProductCopy[];
}

export const listDrawings = (): Drawing[] =>
  listPictureFiles().map((file) => ({
    file,
    draw: () => {
      const picture = findPicture(file);
      if (!picture) throw new Error(`The catalogue draws no ${file}`);
      return drawPicture(picture);
    },
    copies: PICTURE_WIDTHS_PX.map((widthPx) => ({
      file: (getPictureCopyUrl(`/pictures/${file}`, widthPx) ?? '').replace('/pictures/', ''),
      widthPx,
    })),
  }));
