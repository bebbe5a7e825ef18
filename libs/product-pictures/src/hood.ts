import { line } from './outline.js';
import { groove, label } from './seams.js';
import type { Shades } from './shades.js';

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
