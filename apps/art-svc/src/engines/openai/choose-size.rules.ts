/**
 * The artwork has the photo's shape, held between that of a t-shirt's print area (5:6, so that a portrait fills it) and the same lying. Sides are
 * multiples of 16, as the API demands of sizes of one's own; models that know only three sizes get the nearest.
 */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const LONG_SIDE_PX = 1536;
const STEP_PX = 16;
const NARROWEST = 5 / 6;

/** Models that take any size: the comment on `size` in the package's `ImageEditParams`. */
const ANY_SIZE = /^gpt-image-2(\.5-(flare|sunburst))?(-\d{4}-\d{2}-\d{2})?$/;

const FIXED_SIZES: readonly Size[] = [
  { width: 1024, height: 1024 },
  { width: 1024, height: 1536 },
  { width: 1536, height: 1024 },
];

export function chooseSize(model: string, photo: Size): Size {
  const aspect = Math.min(1 / NARROWEST, Math.max(NARROWEST, photo.width / photo.height));
  return ANY_SIZE.test(model) ? ownSize(aspect) : nearestSize(photo.width / photo.height);
}

function ownSize(aspect: number): Size {
  const side = (px: number): number => Math.round(px / STEP_PX) * STEP_PX;
  return aspect < 1 ? { width: side(LONG_SIDE_PX * aspect), height: LONG_SIDE_PX } : { width: LONG_SIDE_PX, height: side(LONG_SIDE_PX / aspect) };
}

function nearestSize(aspect: number): Size {
  const distance = ({ width, height }: Size): number => Math.abs(Math.log(width / height / aspect));
  return FIXED_SIZES.reduce((best, size) => (distance(size) < distance(best) ? size : best));
}
