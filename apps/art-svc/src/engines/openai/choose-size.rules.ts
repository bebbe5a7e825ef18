import { acceptsAnySize } from './price-list.rules.js';

/**
 * Chooses the size of an artwork. It has the shape of the print area, from 1:3 to 3:1. Without a known product it has
 * the photo's shape (of several photos side by side), limited to that of a t-shirt's print area (5:6, so that a portrait fills it) and the same in
 * landscape. The API requires custom sides in multiples of 16; models with three fixed sizes get the nearest.
 */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const LONG_SIDE_PX = 1536;
const STEP_PX = 16;
const MIN_PHOTO_ASPECT = 5 / 6;
/** The API's limit for custom sizes. */
const MIN_API_ASPECT = 1 / 3;

const FIXED_SIZES: readonly Size[] = [
  { width: 1024, height: 1024 },
  { width: 1024, height: 1536 },
  { width: 1536, height: 1024 },
];

/**
 * @param photos at least one; several pets are side by side
 * @param printShape width to height of the print area; null where no product is known
 */
export function chooseSize(model: string, photos: readonly Size[], printShape: number | null): Size {
  const aspect = printShape ?? photos.reduce((sum, { width, height }) => sum + width / height, 0);
  if (!acceptsAnySize(model)) return findNearestSize(aspect);
  return computeSize(printShape === null ? clampAspect(aspect, MIN_PHOTO_ASPECT) : clampAspect(aspect, MIN_API_ASPECT));
}

const clampAspect = (aspect: number, minAspect: number): number => Math.min(1 / minAspect, Math.max(minAspect, aspect));

function computeSize(aspect: number): Size {
  const side = (px: number): number => Math.round(px / STEP_PX) * STEP_PX;
  return aspect < 1
    ? { width: side(LONG_SIDE_PX * aspect), height: LONG_SIDE_PX }
    : { width: LONG_SIDE_PX, height: side(LONG_SIDE_PX / aspect) };
}

function findNearestSize(aspect: number): Size {
  const distance = ({ width, height }: Size): number => Math.abs(Math.log(width / height / aspect));
  return FIXED_SIZES.reduce((best, size) => (distance(size) < distance(best) ? size : best));
}
