/**
 * The artwork has the shape of the print area it is meant for, from 1:3 to 3:1. Where no product is known it has the photo's, held between that of a
 * t-shirt's print area (5:6, so that a portrait fills it) and the same lying. Sides are multiples of 16, as the API demands of sizes of one's own;
 * models that know only three sizes get the nearest.
 */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const LONG_SIDE_PX = 1536;
const STEP_PX = 16;
const NARROWEST = 5 / 6;
/** The API's own bound for sizes of one's own. */
const NARROWEST_TAKEN = 1 / 3;

/** Models that take any size: the comment on `size` in the package's `ImageEditParams`. */
const ANY_SIZE = /^gpt-image-2(\.5-(flare|sunburst))?(-\d{4}-\d{2}-\d{2})?$/;

const FIXED_SIZES: readonly Size[] = [
  { width: 1024, height: 1024 },
  { width: 1024, height: 1536 },
  { width: 1536, height: 1024 },
];

/** @param printShape width to height of the print area; null where no product is known */
export function chooseSize(model: string, photo: Size, printShape: number | null): Size {
  const wanted = printShape ?? photo.width / photo.height;
  if (!ANY_SIZE.test(model)) return nearestSize(wanted);
  return ownSize(printShape === null ? held(wanted, NARROWEST) : held(wanted, NARROWEST_TAKEN));
}

const held = (aspect: number, narrowest: number): number => Math.min(1 / narrowest, Math.max(narrowest, aspect));

function ownSize(aspect: number): Size {
  const side = (px: number): number => Math.round(px / STEP_PX) * STEP_PX;
  return aspect < 1
    ? { width: side(LONG_SIDE_PX * aspect), height: LONG_SIDE_PX }
    : { width: LONG_SIDE_PX, height: side(LONG_SIDE_PX / aspect) };
}

function nearestSize(aspect: number): Size {
  const distance = ({ width, height }: Size): number => Math.abs(Math.log(width / height / aspect));
  return FIXED_SIZES.reduce((best, size) => (distance(size) < distance(best) ? size : best));
}
