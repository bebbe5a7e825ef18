import { backdrop, BACKDROP, blur, castShadow, picture, relief, SHADOW_FILTERS, type Drape } from './cloth.js';
import { CANVAS, type Box } from './outline.js';
import type { Shades } from './shades.js';

/** A garment that lies flat on a table, seen from above. */
export interface Garment {
  /** Closed outline of the cloth. */
  readonly silhouette: string;
  /** The part behind the neckline; drawn first. */
  readonly inside?: (shades: Shades) => string;
  /** Creases: paths (closed), with their height 0..1. */
  readonly creases: readonly (readonly [path: string, height: number])[];
  /** Bunched cloth, for example beneath a seam: open paths with width and height. */
  readonly ridges?: readonly (readonly [path: string, width: number, height: number])[];
  readonly drape: Drape;
  /** Seams, ribs, cords: drawn last. */
  readonly details: (shades: Shades) => string;
  /** Parts that hang over the print, in a neutral colour. */
  readonly onTop?: string;
}

/** Height of the flat cloth, to which other heights are added. */
const FLAT = 0.4;

const drawHeights = ({ silhouette, creases, ridges = [] }: Garment): string =>
  `<path d="${silhouette}" fill-opacity="${FLAT}"/>` +
  creases.map(([path, height]) => `<path d="${path}" fill-opacity="${height}"/>`).join('') +
  ridges
    .map(
      ([path, width, height]) =>
        `<path d="${path}" fill="none" stroke="#000" stroke-width="${width}" stroke-opacity="${height}" stroke-linecap="round"/>`,
    )
    .join('');

/** The product's picture in one colour. */
export function drawGarment(garment: Garment, shades: Shades): string {
  const defs =
    BACKDROP +
    SHADOW_FILTERS +
    blur('edge', 12) +
    relief('relief', garment.drape, shades) +
    `<linearGradient id="fall" x1=".2" y1="0" x2=".75" y2="1"><stop offset="0" stop-color="${shades.light}"/><stop offset=".45" stop-color="${shades.base}"/><stop offset="1" stop-color="${shades.dark}"/></linearGradient>` +
    `<clipPath id="cut"><path d="${garment.silhouette}"/></clipPath>`;
  const body =
    backdrop() +
    castShadow(garment.silhouette) +
    (garment.inside?.(shades) ?? '') +
    `<path d="${garment.silhouette}" fill="url(#fall)"/>` +
    `<g clip-path="url(#cut)"><path d="${garment.silhouette}" fill="none" stroke="${shades.shadow}" stroke-width="30" stroke-opacity="${shades.isDark ? 0.5 : 0.3}" filter="url(#edge)"/>` +
    `<g filter="url(#relief)">${drawHeights(garment)}</g>${garment.details(shades)}</g>`;
  return picture(defs, body);
}

/**
 * The layer above artwork: the folds on a transparent background, so that a print follows the cloth. It covers only the print area and fades at
 * its edge, because the rest of the picture has its folds already.
 */
export function drawGarmentOverlay(garment: Garment, { x, y, width, height }: Box): string {
  const defs =
    relief('relief', garment.drape, { shadow: '#14151f', shadowStrength: 0.36, glow: '#fffaf0', glowStrength: 0.26 }) +
    blur('edge', 10) +
    `<mask id="printed" maskUnits="userSpaceOnUse" x="0" y="0" width="${CANVAS}" height="${CANVAS}"><rect x="${x + 16}" y="${y + 16}" width="${width - 32}" height="${height - 32}" fill="#fff" filter="url(#edge)"/></mask>`;
  return picture(
    defs,
    `<g mask="url(#printed)"><g filter="url(#relief)">${drawHeights(garment)}</g></g>${garment.onTop ?? ''}`,
  );
}
