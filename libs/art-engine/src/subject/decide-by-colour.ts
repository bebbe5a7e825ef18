import { boxBlur } from '../kernels/blur.js';
import { labPlanes } from '../kernels/colour.js';
import { emptyPlane, type Plane, type Raster } from '../kernels/plane.js';
import { pipeline, raw } from '../raster.js';
import { cutGround, grabCut } from './grab-cut.js';
import { samplePart, wholeOf } from './photo-part.js';
import { nearOf, thickOf } from './subject-parts.js';

/** Side of the copy whose colours are compared: the cut takes a tenth of a second. */
const SIDE_PX = 144;

/** Between these values the map is undecided. */
const UNDECIDED = { from: 0.08, to: 0.92 };

/** An undecided part is thicker than twice this (in pixels of the map), else it is the soft outline. */
const THICK_PX = 6;

/** The map misses more of an animal (white fur on white, black in shadow) than it adds. */
const BIAS = 0.12;

/** Weight of the colours beside the map. */
const COLOUR_WEIGHT = 0.6;

/** Colours alone don't make a part sure: else a bar behind the animal would count as a leg. */
const MOST_BY_COLOUR = 0.7;

/**
 * Decides the thick parts in which the map is undecided: they belong to the animal or to the ground by their colours,
 * which are learned from the sure parts.
 *
 * @param map H × W, 0…1, 1 on the animal
 * @param copy the same part of the photo, sRGB, of any size
 * @returns H × W, the map with these parts closer to 0 or 1
 */
export async function decideByColour(map: Plane, copy: Raster): Promise<Plane> {
  const undecided = thickParts(map);
  if (!undecided.values.some((value) => value > 0)) return map;
  const small = await raw(pipeline(copy).resize(SIDE_PX, SIDE_PX, { fit: 'fill' }));
  const whole = wholeOf(copy);
  const likelihood = samplePart({ plane: map, part: whole }, whole, SIDE_PX, SIDE_PX);
  for (let i = 0; i < likelihood.values.length; i++) likelihood.values[i] = Math.min(1, likelihood.values[i]! + BIAS);
  const cut = Float32Array.from(grabCut(cutGround(labPlanes(small)), likelihood));
  const soft = boxBlur({ width: SIDE_PX, height: SIDE_PX, values: cut }, 1);
  const decided = samplePart({ plane: soft, part: whole }, whole, map.width, map.height);
  const out = emptyPlane(map.width, map.height);
  for (let i = 0; i < out.values.length; i++) {
    const value = map.values[i]!;
    const mixed = value + undecided.values[i]! * COLOUR_WEIGHT * (decided.values[i]! - value);
    out.values[i] = Math.min(mixed, Math.max(value, MOST_BY_COLOUR));
  }
  return out;
}

/** 1 on the undecided parts that are thick. */
function thickParts(map: Plane): Plane {
  const undecided = emptyPlane(map.width, map.height);
  for (let i = 0; i < map.values.length; i++)
    undecided.values[i] = map.values[i]! > UNDECIDED.from && map.values[i]! < UNDECIDED.to ? 1 : 0;
  return nearOf(thickOf(undecided, THICK_PX), undecided, THICK_PX);
}
