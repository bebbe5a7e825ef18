import { backdrop, BACKDROP, blur, castShadow, picture, SHADOW_FILTERS } from './cloth.js';
import { computeShades } from './colours.js';
import { shape } from './outline.js';

/** An unframed sheet on a wall, hung by two clips. */
export interface Poster {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const posterSilhouette = ({ left, top, width, height }: Poster): string =>
  shape([left, top], [left + width, top], [left + width, top + height], [left, top + height]);

/** A steel clip that holds the upper edge, with the nail that it hangs on. */
const clip = (x: number, top: number): string =>
  `<g transform="translate(${x} ${top})">` +
  `<path d="M-25 -16L25 -16L31 24L-31 24Z" transform="translate(4 8)" fill="#2a2622" fill-opacity=".3" filter="url(#thin)"/>` +
  `<path d="M-11 -20A11 15 0 0 1 11 -20" fill="none" stroke="#6d7076" stroke-width="5"/>` +
  `<circle cx="0" cy="-32" r="6" fill="#55585e"/><circle cx="-1.500" cy="-33.500" r="2" fill="#fff" fill-opacity=".8"/>` +
  `<path d="M-25 -18L25 -18L31 24L-31 24Z" fill="url(#steel)"/><path d="M-30 20L30 20" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>` +
  `<path d="M-25 -18L25 -18" stroke="#fff" stroke-opacity=".65" stroke-width="2.500"/></g>`;

const STEEL = `<linearGradient id="steel" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#53565d"/><stop offset=".45" stop-color="#33353b"/><stop offset="1" stop-color="#212328"/></linearGradient>`;

const drawClips = ({ left, top, width }: Poster): string =>
  clip(left + width * 0.14, top) + clip(left + width * 0.86, top);

export function drawPoster(poster: Poster, colour: string): string {
  const { light, base } = computeShades(colour);
  const silhouette = posterSilhouette(poster);
  const defs =
    BACKDROP +
    SHADOW_FILTERS +
    STEEL +
    `<linearGradient id="sheet" x1="0" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${base}"/></linearGradient>`;
  return picture(
    defs,
    `${backdrop()}${castShadow(silhouette)}<path d="${silhouette}" fill="url(#sheet)"/>${drawClips(poster)}`,
  );
}

/** The layer above the print: light that falls along the sheet, its bent lower edge, and the clips. */
export function drawPosterOverlay(poster: Poster): string {
  const silhouette = posterSilhouette(poster);
  const defs =
    blur('thin', 4) +
    STEEL +
    `<linearGradient id="fall" x1="0" y1="0" x2=".9" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".16"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".12"/></linearGradient>` +
    `<linearGradient id="bend" x1="0" y1="0" x2="0" y2="1"><stop offset=".9" stop-color="#000" stop-opacity="0"/><stop offset=".96" stop-color="#fff" stop-opacity=".1"/><stop offset="1" stop-color="#000" stop-opacity=".1"/></linearGradient>`;
  return picture(
    defs,
    `<path d="${silhouette}" fill="url(#fall)"/><path d="${silhouette}" fill="url(#bend)"/><path d="${silhouette}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="1.500"/>${drawClips(poster)}`,
  );
}

export const squarePoster: Poster = { left: 150, top: 165, width: 700, height: 700 };
