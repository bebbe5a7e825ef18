/**
 * Lays a picture on a canvas: scaled, turned and clipped, to a fraction of a pixel. Plain TypeScript: it runs in the rendering thread.
 */
import sharp from 'sharp';
import { enlarge } from './lanczos.js';
import { resample, type Raster, type Sampling } from './resample.js';

/** Where a picture lies, in pixels of the canvas: its centre, its size before it is turned, and degrees clockwise about its centre. */
export interface Place {
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

/** What the cubic kernel reaches, and Lanczos before it, in pixels of the smaller of both densities; beyond the crop nothing is seen. */
const REACH_PX = 4;

/** Enlarged artwork looks soft at its edges; so much is given back before. Stronger shows halos on paper. */
const SHARPEN = { sigma: 0.7, m1: 0.2, m2: 1.2, x1: 2, y2: 6, y3: 8 };

/** A picture whose parts can be had at any density. */
export interface Source {
  /** In its own measure, in which crops of it are told. */
  readonly width: number;
  readonly height: number;
  /** The crop as RGBA, its measure times the scale, to whole pixels. */
  readonly render: (crop: Crop, scale: Scale) => Promise<Raster>;
  /** The whole canvas with the picture, not turned, on it at once; where a source has no such short way, it is resampled. */
  readonly renderUpright?: (canvas: CanvasSize, place: Place) => Promise<Raster>;
}

export interface Scale {
  readonly x: number;
  readonly y: number;
}

/**
 * The canvas, transparent wherever the picture is not.
 * @returns width × height × 4 channels (RGBA, not premultiplied), sRGB, 8 bit
 */
export async function layArtwork(source: Source, canvas: CanvasSize, place: Place): Promise<Raster> {
  if (place.rotationDeg === 0 && source.renderUpright) return source.renderUpright(canvas, place);
  const { width, height } = source;
  const crop = visibleCrop({ width, height }, canvas, place);
  if (!crop)
    return {
      data: new Uint8Array(canvas.widthPx * canvas.heightPx * 4),
      width: canvas.widthPx,
      height: canvas.heightPx,
      channels: 4,
    };
  const part = await source.render(crop, { x: place.widthPx / width, y: place.heightPx / height });
  return resample(part, canvas, samplingOf({ width, height }, crop, part, place));
}

/** @param path PNG or JPEG, at most some 20 megapixels */
export async function fileSource(path: string): Promise<Source> {
  const { width, height } = await sharp(path).metadata();
  return { width, height, render: async (crop, scale) => scaled(await read(path, scale.x > 1), crop, scale) };
}

async function read(path: string, isEnlarged: boolean): Promise<Raster> {
  const picture = sharp(path).toColourspace('srgb');
  const { data, info } = await (isEnlarged ? picture.sharpen(SHARPEN) : picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the picture that is seen, in its own pixels, with what the kernels reach around it; null where nothing is. */
function visibleCrop(picture: { width: number; height: number }, canvas: CanvasSize, place: Place): Crop | null {
  const toPicture = inverseOf(place);
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

/** In whole pixels. */
export const sizeAt = (crop: Crop, scale: Scale): { width: number; height: number } => ({
  width: Math.max(1, Math.round(crop.width * scale.x)),
  height: Math.max(1, Math.round(crop.height * scale.y)),
});

/** The part at the canvas's density, by Lanczos; whole pixels, so at most half a pixel off its true size, which the sampling makes up for. */
async function scaled(picture: Raster, crop: Crop, scale: Scale): Promise<Raster> {
  const size = sizeAt(crop, scale);
  if (size.width >= crop.width && size.height >= crop.height) return enlarge(picture, crop, size);
  const { data, width, height, channels } = picture;
  const raw = { width, height, channels: channels as 1 | 2 | 3 | 4 };
  const part = sharp(data, { raw })
    .extract(crop)
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' });
  const { data: pixels, info } = await part.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data: pixels, width: info.width, height: info.height, channels: info.channels };
}

/** From a point of the canvas to the picture: u across and v down, 0…1 from edge to edge. */
function inverseOf({
  centreXPx,
  centreYPx,
  widthPx,
  heightPx,
  rotationDeg,
}: Place): (xPx: number, yPx: number) => { u: number; v: number } {
  const { sin, cos } = turn(rotationDeg);
  return (xPx, yPx) => {
    const dx = xPx - centreXPx;
    const dy = yPx - centreYPx;
    return { u: (dx * cos + dy * sin) / widthPx + 0.5, v: (dy * cos - dx * sin) / heightPx + 0.5 };
  };
}

/** Quarter turns come out exact. */
function turn(degrees: number): { sin: number; cos: number } {
  if (degrees % 90 !== 0) return { sin: Math.sin((degrees * Math.PI) / 180), cos: Math.cos((degrees * Math.PI) / 180) };
  const quarter = (((degrees / 90) % 4) + 4) % 4;
  return { sin: [0, 1, 0, -1][quarter] ?? 0, cos: [1, 0, -1, 0][quarter] ?? 1 };
}

/** The same map as {@link inverseOf}, from the middle of a canvas pixel to the middle of a pixel of the scaled part. */
function samplingOf(picture: { width: number; height: number }, crop: Crop, part: Raster, place: Place): Sampling {
  const toPicture = inverseOf(place);
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
