import { backdrop, BACKDROP, blur, castShadow, picture, SHADOW_FILTERS } from './cloth.js';
import { type Box, CANVAS, shape, symmetric } from './outline.js';
import { roundedBox } from './phone-case.js';
import { computeShades } from './colours.js';

/** A metal tag on a table, with its ring or chain. */
export interface PetTag {
  /** Closed outline of the metal without the hole. */
  readonly silhouette: string;
  readonly hole: { readonly x: number; readonly y: number; readonly radius: number };
  /** Width of the bright bevel at the edge. */
  readonly bevel: number;
  readonly hanger: 'split ring' | 'ball chain';
}

/** Light bands, like reflections of a bright room in polished metal. */
const BANDS: readonly (readonly [offset: number, light: number])[] = [
  [0, 0.55],
  [0.18, 0.1],
  [0.34, 0.42],
  [0.5, 0],
  [0.66, 0.3],
  [0.82, -0.18],
  [1, 0.2],
];

function metalGradient(id: string, colour: string, contrast: number): string {
  const { glow, seam } = computeShades(colour);
  const stops = BANDS.map(
    ([offset, light]) =>
      `<stop offset="${offset}" stop-color="${light >= 0 ? glow : seam}" stop-opacity="${(Math.abs(light) * contrast).toFixed(2)}"/>`,
  ).join('');
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2=".8">${stops}</linearGradient>`;
}

/** Fine scratches along one direction. */
const BRUSH =
  `<filter id="brush" x="0" y="0" width="${CANVAS}" height="${CANVAS}" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">` +
  `<feTurbulence type="fractalNoise" baseFrequency=".004 .35" numOctaves="2" seed="8"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 1.6 -.66"/><feComposite in2="SourceAlpha" operator="in"/></filter>`;

const wire = (path: string, width: number, shadow = true): string =>
  (shadow
    ? `<path d="${path}" transform="translate(5 9)" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="${width}" filter="url(#thin)"/>`
    : '') +
  `<path d="${path}" fill="none" stroke="#73767c" stroke-width="${width}" stroke-linecap="round"/><path d="${path}" fill="none" stroke="#b9bcc2" stroke-width="${width * 0.66}" stroke-linecap="round"/>` +
  `<path d="${path}" transform="translate(-1.500 -1.500)" fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="${width * 0.2}" stroke-linecap="round"/>`;

/** A wire ring through the hole: its far half is below the tag, its near half above. */
function splitRing({ x, y }: PetTag['hole']): { below: string; above: string } {
  const radius = 78;
  const middle = y - radius + 6;
  const arc = (from: number, to: number): string => {
    const at = (degrees: number): string => {
      const angle = (degrees * Math.PI) / 180;
      return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(middle + radius * Math.sin(angle)).toFixed(1)}`;
    };
    return `M${at(from)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${at(to)}`;
  };
  return { below: wire(arc(20, 160), 13), above: wire(arc(90, 390), 13) + wire(arc(196, 300), 5, false) };
}

/** The shadow is blurred only around the ball, because a blur of the whole picture takes 0.1 s for each ball. */
const BALL =
  `<filter id="under" x="-1.5" y="-1.5" width="4" height="4" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="4"/></filter>` +
  `<radialGradient id="ball" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#fff"/><stop offset=".4" stop-color="#b6b9bf"/><stop offset="1" stop-color="#55585e"/></radialGradient>`;

function ballChain({ x, y }: PetTag['hole']): { below: string; above: string } {
  const ball = (bx: number, by: number): string =>
    `<circle cx="${(bx + 4).toFixed(1)}" cy="${(by + 7).toFixed(1)}" r="10" fill="#000" fill-opacity=".25" filter="url(#under)"/><circle cx="${bx.toFixed(1)}" cy="${by.toFixed(1)}" r="10.500" fill="url(#ball)"/>`;
  const along = Array.from({ length: 12 }, (_, step) => step * 21);
  const left = along.map((way) => ball(x - 6 - way * 0.62, y - 4 - way * 0.86 + way * way * 0.0012)).join('');
  const right = along.map((way) => ball(x + 6 + way * 0.8, y - 4 - way * 0.7 + way * way * 0.0006)).join('');
  return { below: left, above: right };
}

const drawHanger = (tag: PetTag): { below: string; above: string } =>
  tag.hanger === 'split ring' ? splitRing(tag.hole) : ballChain(tag.hole);

/** The tag's outline with its hole cut out (draw with fill-rule evenodd). */
const cutOut = ({ silhouette, hole: { x, y, radius } }: PetTag): string =>
  `${silhouette}M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;

const drawBevel = (tag: PetTag): string => {
  const ring = `<circle cx="${tag.hole.x}" cy="${tag.hole.y}" r="${tag.hole.radius + 3}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="6"/>`;
  return (
    `<clipPath id="plate"><path d="${tag.silhouette}"/></clipPath><g clip-path="url(#plate)">` +
    `<path d="${tag.silhouette}" fill="none" stroke="#000" stroke-opacity=".32" stroke-width="${tag.bevel * 2.4}" filter="url(#thin)"/>` +
    `<path d="${tag.silhouette}" transform="translate(4 5)" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="${tag.bevel}" filter="url(#thin)"/>` +
    `<path d="${tag.silhouette}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="3"/></g>${ring}`
  );
};

export function drawPetTag(tag: PetTag, colour: string): string {
  const shades = computeShades(colour);
  const { below, above } = drawHanger(tag);
  const plate = cutOut(tag);
  const defs = BACKDROP + SHADOW_FILTERS + BRUSH + BALL + metalGradient('bands', colour, shades.isDark ? 0.55 : 1);
  return picture(
    defs,
    `${backdrop()}${castShadow(plate)}${below}<g fill-rule="evenodd"><path d="${plate}" fill="${shades.base}"/><path d="${plate}" fill="url(#bands)"/><path d="${plate}" fill="#000" filter="url(#brush)" opacity=".16"/></g>${drawBevel(tag)}${above}`,
  );
}

/** The layer above the print: clear resin that reflects a window, and the ring. */
export function drawPetTagOverlay(tag: PetTag, { x, y, width, height }: Box, shape: 'rectangle' | 'round'): string {
  const defs =
    blur('thin', 4) +
    BALL +
    `<linearGradient id="window" x1="0" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".34"/><stop offset=".42" stop-color="#fff" stop-opacity=".04"/><stop offset="1" stop-color="#000" stop-opacity=".18"/></linearGradient>`;
  const radius = shape === 'round' ? width / 2 : 3;
  const coat = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="url(#window)"/><rect x="${x + 1}" y="${y + 1}" width="${width - 2}" height="${height - 2}" rx="${radius}" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="2"/>`;
  return picture(defs, coat + drawHanger(tag).above);
}

/** A disc with a small ear for the ring. */
export const roundTag: PetTag = {
  silhouette: symmetric(
    [500, 190],
    [538, 190, 566, 216, 566, 252],
    [566, 266, 574, 276, 590, 281],
    [706, 318, 790, 426, 790, 556],
    [790, 716, 660, 846, 500, 846],
  ),
  hole: { x: 500, y: 246, radius: 26 },
  bevel: 12,
  hanger: 'split ring',
};

/** A bone, hung at the middle of its upper edge. */
export const boneTag: PetTag = {
  silhouette: symmetric(
    [500, 292],
    [532, 292, 554, 312, 558, 340],
    [562, 368, 574, 382, 604, 384],
    [656, 384],
    [676, 384, 684, 376, 686, 358],
    [696, 312, 742, 280, 796, 280],
    [866, 280, 922, 334, 922, 402],
    [922, 452, 896, 486, 862, 514],
    [858, 518, 858, 526, 862, 530],
    [896, 558, 922, 592, 922, 642],
    [922, 710, 866, 764, 796, 764],
    [742, 764, 696, 732, 686, 686],
    [684, 668, 676, 660, 656, 660],
    [500, 660],
  ),
  hole: { x: 500, y: 344, radius: 22 },
  bevel: 11,
  hanger: 'split ring',
};

/** Upright plate with round ends on a ball chain. */
export const dogTag: PetTag = {
  silhouette: roundedBox(258, 100, 484, 840, 190),
  hole: { x: 500, y: 176, radius: 26 },
  bevel: 13,
  hanger: 'ball chain',
};

/** A heart, hung in its notch. */
export const heartTag: PetTag = {
  silhouette: shape(
    [500, 300],
    [530, 216, 612, 176, 694, 190],
    [806, 208, 870, 304, 858, 414],
    [840, 572, 664, 744, 500, 870],
    [336, 744, 160, 572, 142, 414],
    [130, 304, 194, 208, 306, 190],
    [388, 176, 470, 216, 500, 300],
  ),
  hole: { x: 500, y: 366, radius: 26 },
  bevel: 12,
  hanger: 'split ring',
};
