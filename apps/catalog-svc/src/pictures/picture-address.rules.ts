/**
 * Addresses of the shop's own product pictures: `/pictures/<cut>-<colour>.svg`, and `/pictures/<cut>-overlay.svg` for what lies
 * over artwork on any picture of that cut. Each has its copies beside it (`pictureCopyOf`).
 */
import { PICTURE_WIDTHS_PX, pictureCopyOf } from '@shop/contracts/catalog';
import { DomainError } from '@shop/contracts/common';
import { COLOURS, type ColourKey } from './colours.js';
import type { Cut } from './cut.js';
import { CUTS, type CutKey } from './cuts.js';

const FOLDER = '/pictures/';
const OVERLAY = 'overlay';

export interface PictureName {
  readonly key: CutKey;
  readonly cut: Cut;
  /** null: the overlay. */
  readonly colour: ColourKey | null;
}

export const pictureUrl = (cut: CutKey, colour: ColourKey): string => `${FOLDER}${cut}-${colour}.svg`;

const coloursOf = (cut: CutKey): readonly ColourKey[] => CUTS[cut].colours;

const PICTURES: ReadonlyMap<string, PictureName> = new Map(
  (Object.keys(CUTS) as CutKey[]).flatMap((key): [string, PictureName][] => [
    [`${key}-${OVERLAY}.svg`, { key, cut: CUTS[key], colour: null }],
    ...coloursOf(key).map((colour): [string, PictureName] => [`${key}-${colour}.svg`, { key, cut: CUTS[key], colour }]),
  ]),
);

/** Which picture a file name means, where the shop draws it. */
export const findPicture = (file: string): PictureName | undefined => PICTURES.get(file);

export const pictureFiles = (): string[] => [...PICTURES.keys()];

const COPIES: ReadonlySet<string> = new Set(
  pictureFiles().flatMap((file) =>
    PICTURE_WIDTHS_PX.map((width) => pictureCopyOf(`${FOLDER}${file}`, width)?.slice(FOLDER.length) ?? ''),
  ),
);

/** Whether a file name means a copy of a drawing. */
export const isPictureCopy = (file: string): boolean => COPIES.has(file);

export const copyFiles = (): string[] => [...COPIES];

/** Which of the shop's own product pictures an address means; undefined for overlays and for everything foreign. */
export function findPictureByUrl(url: string | null): PictureName | undefined {
  if (!url?.startsWith(FOLDER)) return undefined;
  const found = findPicture(url.slice(FOLDER.length));
  return found?.colour ? found : undefined;
}

/** The overlay that belongs to a product picture of the shop's own, else null. */
export function overlayUrlOf(url: string | null): string | null {
  const found = findPictureByUrl(url);
  return found ? `${FOLDER}${found.key}-${OVERLAY}.svg` : null;
}

export const swatchOf = (colour: ColourKey): string => COLOURS[colour].hex;

/** Throws 400 for an address among the drawings under which the shop draws nothing. `field`: where it was typed. */
export function assertDrawn(field: string, url: string | null | undefined): void {
  if (!url?.startsWith(FOLDER) || findPicture(url.slice(FOLDER.length))) return;
  const sentence = 'The shop draws no such picture';
  throw new DomainError('PICTURE_NOT_DRAWN', 'invalid', sentence, { fieldErrors: { [field]: sentence } });
}
