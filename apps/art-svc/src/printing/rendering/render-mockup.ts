import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { createFileSource, layGround, type PlacedGround, type Placement, placeOnCanvas } from './place-on-canvas.js';

/** Long side of a mock-up and of the product picture in it. */
export const LONG_SIDE_PX = 1000;
/** A larger product picture is rejected as a mistake. */
const MAX_PICTURE_PIXELS = 50_000_000;

/**
 * Converts an SVG to a PNG of mock-up size; returns any other picture as it is. SVG filters take seconds, so the
 * result is cached.
 */
export async function rasterizeIfSvg(picture: Uint8Array): Promise<Uint8Array> {
  if (!isSvg(picture)) return picture;
  const rasterized = await fitPicture(picture, LONG_SIDE_PX, LONG_SIDE_PX, 'inside');
  return rasterized.png({ compressionLevel: 1 }).toBuffer();
}

/** An SVG is rasterised at the density of its final size, because filters cost time for each pixel. */
export async function fitPicture(
  picture: Uint8Array,
  width: number,
  height: number,
  fit: 'inside' | 'fill' = 'fill',
): Promise<Sharp> {
  const limits = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' } as const;
  const svgOptions = isSvg(picture) ? { density: await computeDensity(picture, Math.max(width, height)) } : {};
  return sharp(picture, { ...limits, ...svgOptions })
    .resize({ width, height, fit })
    .toColourspace('srgb');
}

/** At 72 dpi an SVG unit is a pixel (libvips accepts 1 to 100,000). */
async function computeDensity(svg: Uint8Array, longSidePx: number): Promise<number> {
  const { width, height } = await sharp(svg, { density: 72 }).metadata();
  return Math.min(600, Math.max(1, (72 * longSidePx) / Math.max(width, height)));
}

const isSvg = (picture: Uint8Array): boolean => /<svg[\s>]/.test(new TextDecoder().decode(picture.subarray(0, 1000)));

/** In fractions (0 to 1) of the picture. */
interface FractionBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface MockupInput {
  readonly artworkPath: string;
  /** The product picture (SVG, PNG or JPEG); null for a plain background that shows the print area alone. */
  readonly picture: Uint8Array | null;
  /** Transparent overlay on top of the artwork, as large as the picture. */
  readonly overlay: Uint8Array | null;
  /** Position of the print area on the picture. */
  readonly pictureArea: FractionBox;
  readonly printArea: { readonly widthPx: number; readonly heightPx: number; readonly shape: 'rectangle' | 'round' };
  /** Position of the artwork on the print area, in its pixels. */
  readonly place: Placement;
  /** The ground around it, likewise. Null where the product itself is the artwork's ground. */
  readonly ground: PlacedGround | null;
}

/** JPEG, sRGB, which every mail program can display. */
export interface RenderedMockup {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const JPEG = { quality: 86, chromaSubsampling: '4:4:4' } as const;
/** Same colour as the preview's empty background; artwork with white edges stays visible on it. */
const BACKGROUND = '#f2f2f2';

/** Renders the product picture with the artwork, as the shop's preview shows it. */
export async function renderMockup(input: MockupInput): Promise<RenderedMockup> {
  const base = await renderBackground(input);
  const layers: OverlayOptions[] = [await renderArtworkLayer(input, base)];
  if (input.picture && input.overlay)
    layers.push({
      input: await (await fitPicture(input.overlay, base.width, base.height)).png({ compressionLevel: 1 }).toBuffer(),
    });
  const { data, info } = await sharp(base.png)
    .composite(layers)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg(JPEG)
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}

interface Background {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  /** Position of the print area, in fractions. */
  readonly area: FractionBox;
}

/** Margin around a print area without a product picture. */
const MARGIN = 0.06;

async function renderBackground({ picture, pictureArea, printArea }: MockupInput): Promise<Background> {
  if (picture) {
    const ground = await fitPicture(picture, LONG_SIDE_PX, LONG_SIDE_PX, 'inside');
    const { data, info } = await ground
      .flatten({ background: '#ffffff' })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height, area: pictureArea };
  }
  const longest = Math.max(printArea.widthPx, printArea.heightPx);
  const scale = (LONG_SIDE_PX * (1 - 2 * MARGIN)) / longest;
  const [inner, margin] = [
    { width: printArea.widthPx * scale, height: printArea.heightPx * scale },
    LONG_SIDE_PX * MARGIN,
  ];
  const [width, height] = [Math.round(inner.width + 2 * margin), Math.round(inner.height + 2 * margin)];
  const png = await sharp({ create: { width, height, channels: 3, background: BACKGROUND } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return {
    png,
    width,
    height,
    area: { x: margin / width, y: margin / height, width: inner.width / width, height: inner.height / height },
  };
}

/** The artwork on the print area's box, clipped to its shape. The box's edges may be between two pixels. */
async function renderArtworkLayer(
  { artworkPath, printArea, place, ground }: MockupInput,
  { width, height, area }: Background,
): Promise<OverlayOptions> {
  const box = { left: area.x * width, top: area.y * height, width: area.width * width, height: area.height * height };
  const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))];
  const canvas = {
    widthPx: Math.max(1, Math.min(width, Math.ceil(box.left + box.width)) - left),
    heightPx: Math.max(1, Math.min(height, Math.ceil(box.top + box.height)) - top),
  };
  const scale = { x: box.width / printArea.widthPx, y: box.height / printArea.heightPx };
  const toCanvas = (onArea: Placement): Placement => ({
    centreXPx: box.left - left + onArea.centreXPx * scale.x,
    centreYPx: box.top - top + onArea.centreYPx * scale.y,
    widthPx: onArea.widthPx * scale.x,
    heightPx: onArea.heightPx * scale.y,
    rotationDeg: onArea.rotationDeg,
  });
  const placed = await placeOnCanvas(await createFileSource(artworkPath), canvas, toCanvas(place));
  if (ground) await layGround(placed, canvas, { ...ground, place: toCanvas(ground.place) });
  const { data } = placed;
  clipToShape(data, canvas, { ...box, left: box.left - left, top: box.top - top }, printArea.shape);
  return {
    input: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    raw: { width: canvas.widthPx, height: canvas.heightPx, channels: 4 },
    left,
    top,
  };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Reduces the alpha of each pixel by the part of it that is outside the shape. */
function clipToShape(
  data: Uint8Array,
  canvas: { widthPx: number; heightPx: number },
  box: Box,
  shape: 'rectangle' | 'round',
): void {
  for (let row = 0; row < canvas.heightPx; row += 1) {
    for (let column = 0; column < canvas.widthPx; column += 1) {
      const at = (row * canvas.widthPx + column) * 4 + 3;
      const inside =
        shape === 'round'
          ? computeEllipseCoverage(column + 0.5, row + 0.5, box)
          : computeOverlap(column, box.left, box.width) * computeOverlap(row, box.top, box.height);
      data[at] = Math.round(data[at]! * inside);
    }
  }
}

const computeOverlap = (pixel: number, start: number, length: number): number =>
  Math.max(0, Math.min(pixel + 1, start + length) - Math.max(pixel, start));

/** 0 to 1 across a pixel on the edge. */
function computeEllipseCoverage(x: number, y: number, { left, top, width, height }: Box): number {
  const radius = Math.hypot((x - left - width / 2) / (width / 2), (y - top - height / 2) / (height / 2));
  return Math.max(0, Math.min(1, 0.5 + (1 - radius) * (Math.min(width, height) / 2)));
}
