import { CANVAS } from './outline.js';
import type { Shades } from './colours.js';

const BOX = `x="0" y="0" width="${CANVAS}" height="${CANVAS}" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"`;

/** The folds of a fabric: `grain` is their wave length in both directions, in picture units. */
export interface Drape {
  readonly seed: number;
  readonly grainX: number;
  readonly grainY: number;
  /** Height of the drape against that of the creases, 0..1. */
  readonly softness: number;
}

/**
 * An SVG filter that lights a relief. The alpha channel of the filtered group is the height of the cloth, with some noise for the fabric. The
 * difference between the height shifted towards the light and away from it gives the lit and the shaded side of each fold. Unlike SVG's
 * lighting filters, this looks the same at every size.
 */
export function relief(
  id: string,
  drape: Drape,
  shades: Pick<Shades, 'shadow' | 'shadowStrength' | 'glow' | 'glowStrength'>,
): string {
  const step = 6;
  const gain = 4.6;
  const side = (name: string, towards: number, colour: string, strength: number): string =>
    `<feComposite in="${towards > 0 ? 'far' : 'near'}" in2="${towards > 0 ? 'near' : 'far'}" operator="arithmetic" k2="${gain}" k3="${-gain}" result="${name}A"/>` +
    `<feFlood flood-color="${colour}" flood-opacity="${strength.toFixed(2)}"/><feComposite in2="${name}A" operator="in" result="${name}"/>`;
  return (
    `<filter id="${id}" ${BOX}>` +
    `<feTurbulence type="turbulence" baseFrequency="${(1 / drape.grainX).toFixed(5)} ${(1 / drape.grainY).toFixed(5)}" numOctaves="2" seed="${drape.seed}" result="noise"/>` +
    `<feComposite in="SourceGraphic" in2="noise" operator="arithmetic" k2="${(1 - drape.softness).toFixed(2)}" k3="${drape.softness.toFixed(2)}"/>` +
    `<feGaussianBlur stdDeviation="6" result="height"/>` +
    `<feOffset in="height" dx="${-step}" dy="${-step}" result="near"/><feOffset in="height" dx="${step}" dy="${step}" result="far"/>` +
    side('shade', 1, shades.shadow, shades.shadowStrength) +
    side('glow', -1, shades.glow, shades.glowStrength) +
    `<feMerge><feMergeNode in="shade"/><feMergeNode in="glow"/></feMerge></filter>`
  );
}

export const blur = (id: string, deviation: number): string =>
  `<filter id="${id}" ${BOX}><feGaussianBlur stdDeviation="${deviation}"/></filter>`;

/** A warm grey background, slightly brighter in the light. */
export const BACKDROP = `<radialGradient id="studio" cx=".4" cy=".32" r=".85"><stop offset="0" stop-color="#f1efec"/><stop offset=".6" stop-color="#e7e4e0"/><stop offset="1" stop-color="#d9d5d0"/></radialGradient>`;

export const backdrop = (): string => `<rect width="${CANVAS}" height="${CANVAS}" fill="url(#studio)"/>`;

/** A wide soft shadow, and a thin dark one at the contact with the table. */
export const castShadow = (silhouette: string): string =>
  `<g fill="#2a2622"><path d="${silhouette}" transform="translate(10 18)" filter="url(#wide)" opacity=".3"/><path d="${silhouette}" transform="translate(3 5)" filter="url(#thin)" opacity=".32"/></g>`;

export const SHADOW_FILTERS = blur('wide', 18) + blur('thin', 4);

export const picture = (defs: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CANVAS} ${CANVAS}" width="${CANVAS}" height="${CANVAS}"><defs>${defs}</defs>${body}</svg>`;
