/** A product's picture with the artwork on it, as the shop's preview showed it. Plain TypeScript: it runs in the rendering thread. */
import sharp, { type OverlayOptions } from 'sharp';
import { fileSource, layArtwork, type Place } from './lay-artwork.js';
import { fitted, LONG_SIDE_PX } from './product-picture.js';

/** In fractions (0…1) of the picture. */
interface FractionBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface MockupOrder {
  readonly artworkPath: string;
  /** The product's picture, SVG, PNG or JPEG; null: a plain ground, on which the print area is shown alone. */
  readonly picture: Uint8Array | null;
  /** Lies over the artwork; as large as the picture, transparent. */
  readonly overlay: Uint8Array | null;
  /** Where the print area lies on the picture. */
  readonly pictureArea: FractionBox;
  readonly printArea: { readonly widthPx: number; readonly heightPx: number; readonly shape: 'rectangle' | 'round' };
  /** On the print area, in its pixels. */
  readonly place: Place;
}

/** JPEG, sRGB: every mail program shows it. */
export interface RenderedMockup {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const JPEG = { quality: 86, chromaSubsampling: '4:4:4' } as const;
/** As the preview's empty ground; artwork with white edges stands off from it. */
const GROUND = '#f2f2f2';

export async function renderMockup(order: MockupOrder): Promise<RenderedMockup> {
  const base = await groundOf(order);
  const layers: OverlayOptions[] = [await artworkLayer(order, base)];
  if (order.picture && order.overlay)
    layers.push({
      input: await (await fitted(order.overlay, base.width, base.height)).png({ compressionLevel: 1 }).toBuffer(),
    });
  const { data, info } = await sharp(base.png)
    .composite(layers)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg(JPEG)
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}

interface Ground {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  /** The print area on it, in fractions. */
  readonly area: FractionBox;
}

/** The air around a print area that is shown alone. */
const MARGIN = 0.06;

async function groundOf({ picture, pictureArea, printArea }: MockupOrder): Promise<Ground> {
  if (picture) {
    const ground = await fitted(picture, LONG_SIDE_PX, LONG_SIDE_PX, 'inside');
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
  const png = await sharp({ create: { width, height, channels: 3, background: GROUND } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return {
    png,
    width,
    height,
    area: { x: margin / width, y: margin / height, width: inner.width / width, height: inner.height / height },
  };
}

/** The artwork on the print area's box, clipped to its shape; the box's edges may lie between two pixels. */
async function artworkLayer(
  { artworkPath, printArea, place }: MockupOrder,
  { width, height, area }: Ground,
): Promise<OverlayOptions> {
  const box = { left: area.x * width, top: area.y * height, width: area.width * width, height: area.height * height };
  const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))];
  const canvas = {
    widthPx: Math.max(1, Math.min(width, Math.ceil(box.left + box.width)) - left),
    heightPx: Math.max(1, Math.min(height, Math.ceil(box.top + box.height)) - top),
  };
  const scale = { x: box.width / printArea.widthPx, y: box.height / printArea.heightPx };
  const onCanvas: Place = {
    centreXPx: box.left - left + place.centreXPx * scale.x,
    centreYPx: box.top - top + place.centreYPx * scale.y,
    widthPx: place.widthPx * scale.x,
    heightPx: place.heightPx * scale.y,
    rotationDeg: place.rotationDeg,
  };
  const { data } = await layArtwork(await fileSource(artworkPath), canvas, onCanvas);
  clip(data, canvas, { ...box, left: box.left - left, top: box.top - top }, printArea.shape);
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

/** Thins the alpha of pixels by the part of them that lies outside the shape. */
function clip(
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
          ? insideEllipse(column + 0.5, row + 0.5, box)
          : overlap(column, box.left, box.width) * overlap(row, box.top, box.height);
      data[at] = Math.round(data[at]! * inside);
    }
  }
}

const overlap = (pixel: number, start: number, length: number): number =>
  Math.max(0, Math.min(pixel + 1, start + length) - Math.max(pixel, start));

/** 0…1 across the pixel on the edge. */
function insideEllipse(x: number, y: number, { left, top, width, height }: Box): number {
  const radius = Math.hypot((x - left - width / 2) / (width / 2), (y - top - height / 2) / (height / 2));
  return Math.max(0, Math.min(1, 0.5 + (1 - radius) * (Math.min(width, height) / 2)));
}
