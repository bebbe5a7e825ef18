import { hardenAlpha } from '@shop/art-engine/prepare-for-print';
import sharp, { type Sharp } from 'sharp';
import { enlarge } from './lanczos.js';
import { isOpaque, type Raster, resample, restoreEdges, type Sampling } from './resample.js';

/** Enlarged artwork looks soft, so its edges are sharpened before. Stronger values show halos on paper. */
const SHARPEN = { sigma: 0.7, m1: 0.2, m2: 1.2, x1: 2, y2: 6, y3: 8 };

/**
 * The picture at `path` as RGBA, sharpened except at transparent edges.
 */
export async function readSharpened(path: string | Uint8Array): Promise<Raster> {
  const picture = sharp(path).toColourspace('srgb');
  const sharpened = await toRgba(picture.clone().sharpen(SHARPEN));
  const { hasAlpha } = await picture.metadata();
  if (hasAlpha) restoreEdges(sharpened, await toRgba(picture));
  return sharpened;
}

/** The picture as RGBA, not premultiplied. */
export async function toRgba(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/**
 * Position of a picture in canvas pixels: its centre, its size before rotation, and its rotation clockwise about the
 * centre in degrees.
 */
export interface Placement {
  readonly centreXPx: number;
  readonly centreYPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rotationDeg: number;
}

export interface CanvasSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Reach of the cubic kernel and of Lanczos before it, in pixels of the lower density. Pixels further outside have no
 * effect.
 */
const REACH_PX = 4;

/** A picture that can be rendered in parts at any density. */
export interface ScalableSource {
  /** Size in the picture's own units, which crops use. */
  readonly width: number;
  readonly height: number;
  /** Renders the crop as RGBA at the scale, rounded to whole pixels. */
  readonly render: (crop: Crop, scale: Scale) => Promise<Raster>;
  /**
   * Renders the whole canvas at once for a picture without rotation. Optional; without it the picture is resampled.
   */
  readonly renderUpright?: (canvas: CanvasSize, place: Placement) => Promise<Raster>;
}

export interface Scale {
  readonly x: number;
  readonly y: number;
}

/**
 * Places a picture on a canvas: scaled, rotated and clipped, with sub-pixel precision. The canvas is transparent outside the picture.
 * Apart from outlines, each pixel is opaque or transparent.
 * @returns width × height × 4 channels (RGBA, not premultiplied), sRGB, 8 bit
 */
export async function placeOnCanvas(source: ScalableSource, canvas: CanvasSize, place: Placement): Promise<Raster> {
  const placed = await renderPlaced(source, canvas, place);
  hardenAlpha({ width: placed.width, height: placed.height, pixels: placed.data });
  return placed;
}

async function renderPlaced(source: ScalableSource, canvas: CanvasSize, place: Placement): Promise<Raster> {
  if (place.rotationDeg === 0 && source.renderUpright) return source.renderUpright(canvas, place);
  const { width, height } = source;
  const crop = findVisibleCrop({ width, height }, canvas, place);
  if (!crop)
    return {
      data: new Uint8Array(canvas.widthPx * canvas.heightPx * 4),
      width: canvas.widthPx,
      height: canvas.heightPx,
      channels: 4,
    };
  const part = await source.render(crop, { x: place.widthPx / width, y: place.heightPx / height });
  return resample(part, canvas, createSampling({ width, height }, crop, part, place));
}

/** @param path PNG (also with alpha) or JPEG, at most some 20 megapixels; a file or its content */
export async function createFileSource(path: string | Uint8Array): Promise<ScalableSource> {
  const { width, height } = await sharp(path).metadata();
  return { width, height, render: async (crop, scale) => scaleCrop(await readRaster(path, scale.x > 1), crop, scale) };
}

const readRaster = (path: string | Uint8Array, isEnlarged: boolean): Promise<Raster> =>
  isEnlarged ? readSharpened(path) : toRgba(sharp(path).toColourspace('srgb'));

/** The ground around an artwork, and its position on the canvas. */
export interface PlacedGround {
  /** The edge of this picture has one colour, which continues beyond it. */
  readonly png: Uint8Array;
  readonly place: Placement;
}

/** Lays the ground below an artwork on its canvas, which it changes. The whole canvas becomes opaque. */
export async function layGround(artwork: Raster, canvas: CanvasSize, { png, place }: PlacedGround): Promise<void> {
  const ground = await placeOnCanvas(await createFileSource(png), canvas, place);
  const edgeColour = await sharp(png).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  layBelow(ground.data, Uint8Array.of(edgeColour[0]!, edgeColour[1]!, edgeColour[2]!, 255), 0);
  layBelow(artwork.data, ground.data, 4);
}

/**
 * Lays an opaque picture below another.
 * @param step bytes from one pixel of the picture below to the next; 0 for one colour
 */
function layBelow(upper: Uint8Array, below: Uint8Array, step: 0 | 4): void {
  for (let at = 0, from = 0; at < upper.length; at += 4, from += step) {
    const share = upper[at + 3]! / 255;
    if (share === 1) continue;
    for (let n = 0; n < 3; n += 1)
      upper[at + n] = Math.round(below[from + n]! + (upper[at + n]! - below[from + n]!) * share);
    upper[at + 3] = 255;
  }
}

export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The visible part of the picture in its own pixels, with the reach of the kernels around it; null where nothing is
 * visible.
 */
function findVisibleCrop(
  picture: { width: number; height: number },
  canvas: CanvasSize,
  place: Placement,
): Crop | null {
  const toPicture = createInverse(place);
  const corners = [0, canvas.widthPx].flatMap((x) => [0, canvas.heightPx].map((y) => toPicture(x, y)));
  const span = (values: number[], size: number, printed: number): [from: number, to: number] => {
    const reach = REACH_PX * Math.max(1, size / printed);
    return [
      Math.max(0, Math.floor(Math.min(...values) * size - reach)),
      Math.min(size, Math.ceil(Math.max(...values) * size + reach)),
    ];
  };
  const [left, right] = span(
    corners.map(({ u }) => u),
    picture.width,
    place.widthPx,
  );
  const [top, bottom] = span(
    corners.map(({ v }) => v),
    picture.height,
    place.heightPx,
  );
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/** Size of the scaled crop in whole pixels. */
export const computeSize = (crop: Crop, scale: Scale): { width: number; height: number } => ({
  width: Math.max(1, Math.round(crop.width * scale.x)),
  height: Math.max(1, Math.round(crop.height * scale.y)),
});

/**
 * Scales the crop to the canvas's density with Lanczos. Whole pixels are up to half a pixel off the true size, which
 * the sampling corrects.
 */
async function scaleCrop(picture: Raster, crop: Crop, scale: Scale): Promise<Raster> {
  const size = computeSize(crop, scale);
  if (size.width >= crop.width && size.height >= crop.height) return enlarge(picture, crop, size);
  const shrunk = await shrinkCrop(picture, crop, size, 'lanczos3');
  // The linear kernel never overshoots.
  if (!isOpaque(shrunk.data)) restoreEdges(shrunk, await shrinkCrop(picture, crop, size, 'linear'));
  return shrunk;
}

const shrinkCrop = (
  { data, width, height }: Raster,
  crop: Crop,
  size: { width: number; height: number },
  kernel: 'lanczos3' | 'linear',
): Promise<Raster> =>
  toRgba(
    sharp(data, { raw: { width, height, channels: 4 } })
      .extract(crop)
      .resize({ ...size, fit: 'fill', kernel })
      .toColourspace('srgb'),
  );

/** Maps a canvas point to the picture: u across and v down, 0 to 1 from edge to edge. */
function createInverse({
  centreXPx,
  centreYPx,
  widthPx,
  heightPx,
  rotationDeg,
}: Placement): (xPx: number, yPx: number) => { u: number; v: number } {
  const { sin, cos } = sinCos(rotationDeg);
  return (xPx, yPx) => {
    const dx = xPx - centreXPx;
    const dy = yPx - centreYPx;
    return { u: (dx * cos + dy * sin) / widthPx + 0.5, v: (dy * cos - dx * sin) / heightPx + 0.5 };
  };
}

/** Exact for multiples of 90 degrees. */
function sinCos(degrees: number): { sin: number; cos: number } {
  if (degrees % 90 !== 0) return { sin: Math.sin((degrees * Math.PI) / 180), cos: Math.cos((degrees * Math.PI) / 180) };
  const quarter = (((degrees / 90) % 4) + 4) % 4;
  return { sin: [0, 1, 0, -1][quarter] ?? 0, cos: [1, 0, -1, 0][quarter] ?? 1 };
}

/**
 * The same mapping as {@link createInverse}, from the middle of a canvas pixel to the middle of a pixel of the scaled
 * crop.
 */
function createSampling(
  picture: { width: number; height: number },
  crop: Crop,
  part: Raster,
  place: Placement,
): Sampling {
  const toPicture = createInverse(place);
  const toPart = (xPx: number, yPx: number): { x: number; y: number } => {
    const { u, v } = toPicture(xPx, yPx);
    return {
      x: ((u * picture.width - crop.left) * part.width) / crop.width - 0.5,
      y: ((v * picture.height - crop.top) * part.height) / crop.height - 0.5,
    };
  };
  const origin = toPart(0.5, 0.5);
  const right = toPart(1.5, 0.5);
  const down = toPart(0.5, 1.5);
  return {
    x0: origin.x,
    y0: origin.y,
    xPerColumn: right.x - origin.x,
    yPerColumn: right.y - origin.y,
    xPerRow: down.x - origin.x,
    yPerRow: down.y - origin.y,
  };
}
