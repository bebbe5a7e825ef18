import { mirror } from './outline.js';
import type { Shades } from './shades.js';

/** A path and its mirror image. */
export const withMirror = (path: string): string[] => [path, mirror(path)];

/** A row of stitches. */
export const stitch = (path: string, { seam }: Shades, width = 1.6): string =>
  `<path d="${path}" fill="none" stroke="${seam}" stroke-width="${width}" stroke-dasharray="5 3.2" stroke-opacity=".5"/>`;

/** A seam between two pieces of cloth: a dark line with a lit edge below. */
export const groove = (path: string, { seam, light }: Shades): string =>
  `<path d="${path}" fill="none" stroke="${seam}" stroke-width="2.2" stroke-opacity=".6"/>` +
  `<path d="${path}" transform="translate(1.6 2)" fill="none" stroke="${light}" stroke-width="1.6" stroke-opacity=".45"/>`;

/** A ribbed band along an open path. */
export const ribBand = (path: string, width: number, { seam }: Shades): string =>
  `<path d="${path}" fill="none" stroke="${seam}" stroke-width="${width + 2}" stroke-opacity=".1"/>` +
  `<path d="${path}" fill="none" stroke="${seam}" stroke-width="${width}" stroke-dasharray="1.7 4.3" stroke-opacity=".26"/>`;

/** The maker's label inside a neck. */
export const label = (x: number, y: number): string =>
  `<g transform="translate(${x} ${y})"><rect x="-22" y="0" width="44" height="25" rx="2" fill="#fbfaf7" fill-opacity=".92"/><path d="M-12 9h24M-12 15.500h15" stroke="#8a857d" stroke-width="2"/></g>`;
