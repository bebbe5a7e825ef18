/** The copies of the catalogue's product pictures: each drawing in each width (`@shop/contracts/catalog`). */
import { join } from 'node:path';
import { PICTURE_WIDTHS_PX, getPictureCopyUrl } from '@shop/contracts/catalog';

const CATALOG = join(import.meta.dirname, '../../apps/catalog-svc');

export const PRODUCT_FOLDER = join(CATALOG, 'pictures');

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

interface Named {
  readonly cut: { draw(hex: string): string; drawOverlay(): string };
  readonly colour: string | null;
}

interface Addresses {
  readonly pictureFiles: () => string[];
  readonly findPicture: (file: string) => Named | undefined;
  readonly swatchOf: (colour: string) => string;
}

/** Loaded by path because tools may not import apps as libraries. */
export async function listDrawings(): Promise<Drawing[]> {
  const { pictureFiles, findPicture, swatchOf } = (await import(
    join(CATALOG, 'src/pictures/picture-address.rules.ts')
  )) as Addresses;
  return pictureFiles().map((file) => ({
    file,
    draw: () => {
      const found = findPicture(file);
      if (!found) throw new Error(`The catalogue draws no ${file}`);
      return found.colour === null ? found.cut.drawOverlay() : found.cut.draw(swatchOf(found.colour));
    },
    copies: PICTURE_WIDTHS_PX.map((widthPx) => ({
      file: (getPictureCopyUrl(`/pictures/${file}`, widthPx) ?? '').replace('/pictures/', ''),
      widthPx,
    })),
  }));
}
