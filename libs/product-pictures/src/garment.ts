import { backdrop, BACKDROP, blur, castShadow, type Drape, picture, relief, SHADOW_FILTERS } from './cloth.js';
import type { Shades } from './colours.js';
import { type Box, CANVAS, line, mirror } from './outline.js';

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
  /** What differs when the garment lies on its front. */
  readonly back: Pick<Garment, 'silhouette' | 'ridges' | 'details'>;
}

type Side = Omit<Garment, 'back' | 'onTop'>;

/** Height of the flat cloth, to which other heights are added. */
const FLAT = 0.4;

const drawHeights = ({ silhouette, creases, ridges = [] }: Side): string =>
  `<path d="${silhouette}" fill-opacity="${FLAT}"/>` +
  creases.map(([path, height]) => `<path d="${path}" fill-opacity="${height}"/>`).join('') +
  ridges
    .map(
      ([path, width, height]) =>
        `<path d="${path}" fill="none" stroke="#000" stroke-width="${width}" stroke-opacity="${height}" stroke-linecap="round"/>`,
    )
    .join('');

/** The garment's back in one colour, with folds of its own. */
export const drawGarmentBack = ({ back, creases, drape }: Garment, shades: Shades): string =>
  drawGarment(
    {
      ...back,
      creases: creases.map(([path, height]) => [mirror(path), height]),
      drape: { ...drape, seed: drape.seed + 1 },
    },
    shades,
  );

/** The picture of one side in one colour. */
export function drawGarment(garment: Side, shades: Shades): string {
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

/** The inside of an open hood, dark at the back, with neck tape and label. `opening` is its closed outline. */
export const hoodLining = (opening: string, lining: string, shades: Shades): string =>
  `<clipPath id="hood"><path d="${opening}"/></clipPath>` +
  `<linearGradient id="depth" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".5"/><stop offset=".62" stop-color="#000" stop-opacity=".22"/><stop offset="1" stop-color="#000" stop-opacity=".05"/></linearGradient>` +
  `<g clip-path="url(#hood)"><path d="${opening}" fill="${lining}"/><path d="${opening}" fill="url(#depth)"/>` +
  `<path d="${line([500, 116], [500, 246])}" stroke="#000" stroke-opacity=".22" stroke-width="2.500"/>` +
  `<path d="${line([404, 286], [440, 240, 560, 240, 596, 286])}L596 420L404 420Z" fill="${lining}"/>` +
  `<path d="${line([404, 286], [440, 240, 560, 240, 596, 286])}" fill="none" stroke="${shades.seam}" stroke-width="10" stroke-opacity=".6"/>` +
  `${label(500, 262)}<path d="${opening}" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="26" filter="url(#edge)"/></g>` +
  groove(opening, shades);

export const cord = (path: string): string =>
  `<path d="${path}" transform="translate(3 4)" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="8" stroke-linecap="round"/>` +
  `<path d="${path}" fill="none" stroke="#77736c" stroke-width="8.500" stroke-linecap="round"/>` +
  `<path d="${path}" fill="none" stroke="#f3f1ec" stroke-width="6.500" stroke-linecap="round"/>` +
  `<path d="${path}" fill="none" stroke="#77736c" stroke-width="6.500" stroke-dasharray="1.5 4" stroke-opacity=".5"/>`;

export const eyelet = (x: number, y: number): string =>
  `<g transform="translate(${x} ${y})"><circle r="8" fill="#8f9196"/><circle r="8" fill="none" stroke="#e8e9ec" stroke-width="2.500"/><circle r="3.500" fill="#26272b"/></g>`;
