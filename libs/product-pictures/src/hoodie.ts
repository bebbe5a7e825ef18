import type { Shades } from './colours.js';
import { type Garment, groove, ribBand, stitch, withMirror } from './garment.js';

/** Open paths of the right half, and whole ones of the hem. Widths in picture units. */
export interface HoodieSeams {
  readonly arm: string;
  readonly cuff: string;
  readonly cuffMiddle: string;
  readonly cuffWidth: number;
  readonly hem: string;
  readonly hemMiddle: string;
  readonly hemWidth: number;
}

/** Arms, ribbed cuffs and waistband: the same on front and back. */
export const drawHoodieSeams = (seams: HoodieSeams, shades: Shades): string =>
  withMirror(seams.arm)
    .map((path) => groove(path, shades))
    .join('') +
  withMirror(seams.cuffMiddle)
    .map((path) => ribBand(path, seams.cuffWidth, shades))
    .join('') +
  withMirror(seams.cuff)
    .map((path) => groove(path, shades))
    .join('') +
  ribBand(seams.hemMiddle, seams.hemWidth, shades) +
  groove(seams.hem, shades);

/** The back of a hoodie, whose hood has one seam from the top to the neck. */
export const createHoodieBack = (
  silhouette: string,
  seams: HoodieSeams,
  { hood, neck }: { readonly hood: string; readonly neck: string },
): Garment['back'] => ({
  silhouette,
  ridges: [
    [seams.hem, 14, 0.25],
    [neck, 22, 0.24],
  ],
  details: (shades) =>
    drawHoodieSeams(seams, shades) +
    groove(hood, shades) +
    `<g transform="translate(9 0)">${stitch(hood, shades)}</g>` +
    groove(neck, shades),
});
