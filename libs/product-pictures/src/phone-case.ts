import { backdrop, BACKDROP, blur, castShadow, picture, SHADOW_FILTERS } from './cloth.js';
import { type Segment, shape } from './outline.js';
import { computeShades } from './colours.js';

/** A slim case from behind: a rounded box in picture units, with camera openings. */
export interface PhoneCase {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  /** Width of the rolled edge around the flat back. */
  readonly edge: number;
  readonly camera: string;
  /** Side keys: [x, y, height]. */
  readonly keys: readonly (readonly [number, number, number])[];
}

/** Control point ratio that approximates a quarter circle by a cubic curve. */
const ROUND = 0.5523;

export function roundedBox(left: number, top: number, width: number, height: number, radius: number): string {
  const right = left + width;
  const bottom = top + height;
  const k = radius * (1 - ROUND);
  const corners: Segment[] = [
    [right - radius, top],
    [right - k, top, right, top + k, right, top + radius],
    [right, bottom - radius],
    [right, bottom - k, right - k, bottom, right - radius, bottom],
    [left + radius, bottom],
    [left + k, bottom, left, bottom - k, left, bottom - radius],
    [left, top + radius],
    [left, top + k, left + k, top, left + radius, top],
  ];
  return shape([left + radius, top], ...corners);
}

export const caseSilhouette = ({ left, top, width, height, radius }: PhoneCase): string =>
  roundedBox(left, top, width, height, radius);

const backOutline = ({ left, top, width, height, radius, edge }: PhoneCase): string =>
  roundedBox(left + edge, top + edge, width - 2 * edge, height - 2 * edge, radius - edge * 0.6);

/** A camera lens: ring, glass and reflection. */
export const lens = (x: number, y: number, radius: number): string =>
  `<g transform="translate(${x} ${y}) scale(${radius / 40})"><circle r="43" fill="#000" fill-opacity=".35" cx="2" cy="4"/><circle r="40" fill="url(#ring)"/><circle r="34" fill="#0c0d11"/><circle r="25" fill="url(#glass)"/><circle r="11" fill="#05060a"/><ellipse cx="-9" cy="-11" rx="8" ry="5" fill="#fff" fill-opacity=".5" transform="rotate(-38 -9 -11)"/><circle cx="9" cy="11" r="3" fill="#9fb6ff" fill-opacity=".5"/></g>`;

export const flash = (x: number, y: number, radius: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="#efe9d8"/><circle cx="${x}" cy="${y}" r="${radius * 0.6}" fill="#fff8dd"/><circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#6f6a60" stroke-width="2"/>`;

/** The camera opening: a raised lip around dark glass. */
export const cameraIsland = (left: number, top: number, width: number, height: number, radius: number): string => {
  const lip = roundedBox(left - 7, top - 7, width + 14, height + 14, radius + 7);
  return (
    `<path d="${lip}" transform="translate(3 6)" fill="#000" fill-opacity=".35" filter="url(#thin)"/><path d="${lip}" fill="url(#lip)"/>` +
    `<path d="${roundedBox(left, top, width, height, radius)}" fill="url(#island)"/><path d="${roundedBox(left + 1.5, top + 1.5, width - 3, height - 3, radius - 1)}" fill="none" stroke="#fff" stroke-opacity=".18" stroke-width="2"/>`
  );
};

const OPTICS =
  `<linearGradient id="ring" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#8e929b"/><stop offset=".5" stop-color="#3a3c43"/><stop offset="1" stop-color="#74777f"/></linearGradient>` +
  `<radialGradient id="glass" cx=".4" cy=".35" r=".8"><stop offset="0" stop-color="#3c4a7a"/><stop offset=".5" stop-color="#1a1f38"/><stop offset="1" stop-color="#07080e"/></radialGradient>` +
  `<linearGradient id="island" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#34363c"/><stop offset="1" stop-color="#1b1c20"/></linearGradient>`;

const drawLip = (light: string, dark: string): string =>
  `<linearGradient id="lip" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`;

/** Light along the rolled edge, and the soft shine of a satin surface. */
function drawShine(item: PhoneCase): string {
  const { left, top, width, height } = item;
  const back = backOutline(item);
  return (
    `<clipPath id="back"><path d="${back}"/></clipPath>` +
    `<g clip-path="url(#back)"><path d="M${left} ${top + height * 0.34}L${left + width * 0.78} ${top - 40}H${left + width * 1.02}L${left} ${top + height * 0.62}Z" fill="#fff" fill-opacity=".1" filter="url(#edge)"/>` +
    `<path d="${back}" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="12" filter="url(#thin)"/></g>` +
    `<path d="${back}" transform="translate(-1.5 -1.5)" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="2"/>`
  );
}

/** The rolled edge: the area between the outline and the flat back. */
const drawRim = (item: PhoneCase, fill: string): string =>
  `<path d="${caseSilhouette(item)}${backOutline(item)}" fill-rule="evenodd" fill="${fill}"/>`;

export function drawPhoneCase(item: PhoneCase, colour: string): string {
  const shades = computeShades(colour);
  const silhouette = caseSilhouette(item);
  const defs =
    BACKDROP +
    SHADOW_FILTERS +
    blur('edge', 12) +
    OPTICS +
    drawLip(shades.light, shades.dark) +
    `<linearGradient id="face" x1=".1" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="${shades.light}"/><stop offset=".5" stop-color="${shades.base}"/><stop offset="1" stop-color="${shades.dark}"/></linearGradient>` +
    `<linearGradient id="side" x1="0" y1="0" x2="1" y2=".35"><stop offset="0" stop-color="${shades.glow}"/><stop offset=".2" stop-color="${shades.base}"/><stop offset="1" stop-color="${shades.seam}"/></linearGradient>`;
  const keys = item.keys
    .map(([x, y, height]) => `<rect x="${x - 6}" y="${y}" width="12" height="${height}" rx="5" fill="${shades.seam}"/>`)
    .join('');
  return picture(
    defs,
    `${backdrop()}${castShadow(silhouette)}${keys}<path d="${silhouette}" fill="url(#side)"/><path d="${backOutline(item)}" fill="url(#face)"/>${drawShine(item)}${item.camera}`,
  );
}

/** The layer above a printed back: light and shadow at the edge, which is printed too; the camera opening stays free. */
export function drawPhoneCaseOverlay(item: PhoneCase): string {
  const defs =
    blur('edge', 12) +
    blur('thin', 4) +
    OPTICS +
    drawLip('#f4f2ee', '#b9b4ad') +
    `<linearGradient id="side" x1="0" y1="0" x2="1" y2=".35"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset=".2" stop-color="#fff" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity=".38"/></linearGradient>`;
  return picture(defs, `${drawRim(item, 'url(#side)')}${drawShine(item)}${item.camera}`);
}

/** For phones with a square camera of three lenses. */
export const iphoneCase: PhoneCase = {
  left: 299,
  top: 101,
  width: 402,
  height: 798,
  radius: 62,
  edge: 19,
  camera:
    cameraIsland(334, 136, 158, 162, 44) +
    lens(376, 178, 31) +
    lens(376, 256, 31) +
    lens(450, 217, 31) +
    flash(450, 164, 10) +
    `<circle cx="450" cy="270" r="8" fill="#0c0d11"/>`,
  keys: [
    [299, 250, 40],
    [299, 318, 74],
    [299, 408, 74],
    [701, 340, 116],
  ],
};

const hole = (x: number, y: number, radius: number): string =>
  cameraIsland(x - radius, y - radius, radius * 2, radius * 2, radius) + lens(x, y, radius - 5);

/** For phones with lenses in a column, each on its own. */
export const galaxyCase: PhoneCase = {
  left: 301,
  top: 100,
  width: 398,
  height: 800,
  radius: 46,
  edge: 15,
  camera:
    hole(364, 168, 36) +
    hole(364, 262, 36) +
    hole(364, 356, 36) +
    flash(434, 168, 11) +
    hole(434, 232, 18) +
    hole(434, 292, 18),
  keys: [
    [699, 280, 128],
    [699, 446, 84],
  ],
};

/** For phones with a camera bar across the back. */
export const pixelCase: PhoneCase = {
  left: 299,
  top: 101,
  width: 402,
  height: 798,
  radius: 60,
  edge: 18,
  camera:
    cameraIsland(326, 186, 348, 96, 48) +
    `<path d="${roundedBox(340, 198, 216, 72, 36)}" fill="#0a0b0f"/>` +
    lens(384, 234, 30) +
    lens(450, 234, 30) +
    lens(514, 234, 26) +
    flash(606, 234, 13),
  keys: [
    [701, 300, 76],
    [701, 420, 140],
  ],
};
