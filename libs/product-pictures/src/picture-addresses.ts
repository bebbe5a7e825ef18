/**
 * URLs of the shop's own product pictures: `/pictures/<cut>-<colour>.svg`, `/pictures/<cut>-<colour>-back.svg` for the back of a garment in its
 * first colour, and `/pictures/<cut>-overlay.svg` for the layer above artwork on any picture of that cut. Smaller AVIF copies have similar URLs (`getPictureCopyUrl`).
 */
import { PICTURE_WIDTHS_PX, getPictureCopyUrl } from '@shop/contracts-catalog';
import { DomainError } from '@shop/contracts-common';
import { COLOURS, type ColourKey } from './colours.js';
import { type Cut, type CutKey, CUTS } from './cuts.js';

const FOLDER = '/pictures/';
const OVERLAY = 'overlay';

export interface PictureName {
  readonly key: CutKey;
  readonly cut: Cut;
  /** Null for the overlay. */
  readonly colour: ColourKey | null;
  readonly isBack?: true;
}

export const getPictureUrl = (cut: CutKey, colour: ColourKey): string => `${FOLDER}${cut}-${colour}.svg`;

const getBackFile = (cut: CutKey): string => `${cut}-${CUTS[cut].colours[0]}-back.svg`;

/** The back in the first colour; null for cuts whose back is not drawn. */
export const getBackPictureUrl = (cut: CutKey): string | null =>
  CUTS[cut].drawBack ? `${FOLDER}${getBackFile(cut)}` : null;

const PICTURES: ReadonlyMap<string, PictureName> = new Map(
  (Object.keys(CUTS) as CutKey[]).flatMap((key): (readonly [string, PictureName])[] => {
    const cut: Cut = CUTS[key];
    return [
      [`${key}-${OVERLAY}.svg`, { key, cut, colour: null }],
      ...cut.colours.map((colour) => [`${key}-${colour}.svg`, { key, cut, colour }] as const),
      ...(cut.drawBack ? [[getBackFile(key), { key, cut, colour: cut.colours[0], isBack: true }] as const] : []),
    ];
  }),
);

/** Finds the picture of a file name. */
export const findPicture = (file: string): PictureName | undefined => PICTURES.get(file);

export const listPictureFiles = (): string[] => [...PICTURES.keys()];

const COPIES: ReadonlySet<string> = new Set(
  listPictureFiles().flatMap((file) =>
    PICTURE_WIDTHS_PX.map((width) => getPictureCopyUrl(`${FOLDER}${file}`, width)?.slice(FOLDER.length) ?? ''),
  ),
);

/** Whether the file name is that of an AVIF copy. */
export const isPictureCopy = (file: string): boolean => COPIES.has(file);

export const listCopyFiles = (): string[] => [...COPIES];

/** Finds the front of a product by its URL; undefined for backs, overlays and foreign URLs. */
export function findPictureByUrl(url: string | null): PictureName | undefined {
  if (!url?.startsWith(FOLDER)) return undefined;
  const found = findPicture(url.slice(FOLDER.length));
  return found?.colour && !found.isBack ? found : undefined;
}

/** Finds the overlay of a product picture; null for foreign URLs. */
export function findOverlayUrl(url: string | null): string | null {
  const found = findPictureByUrl(url);
  return found ? `${FOLDER}${found.key}-${OVERLAY}.svg` : null;
}

/** SVG, 1000 units wide. */
export function drawPicture({ cut, colour, isBack }: PictureName): string {
  if (!colour) return cut.drawOverlay();
  const { hex } = COLOURS[colour];
  return isBack && cut.drawBack ? cut.drawBack(hex) : cut.draw(hex);
}

/** Throws 400 with the error at `field` for a `/pictures/` URL without a picture. */
export function assertPictureExists(field: string, url: string | null | undefined): void {
  if (!url?.startsWith(FOLDER) || findPicture(url.slice(FOLDER.length))) return;
  const message = 'The shop draws no such picture';
  throw new DomainError('PICTURE_NOT_DRAWN', 'invalid', message, { fieldErrors: { [field]: message } });
}
