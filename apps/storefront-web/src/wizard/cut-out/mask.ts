/** Which part of a photo is drawn. One byte per pixel: 255 is drawn, 0 is not. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Height × width × 4 bytes: R, G, B, A. */
export interface PhotoPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** In pixels of the mask, from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in whole pixels of the mask. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Edit = 'add' | 'remove';

export interface BrushLine {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
}

/** From this value on, a pixel belongs to the pet. */
export const DRAWN_MIN = 128;

export const getFullArea = ({ width, height }: Pick<Mask, 'width' | 'height'>): Area => ({
  left: 0,
  top: 0,
  width,
  height,
});

/** True if nothing would be drawn. */
export const isEmptyMask = ({ data }: Mask): boolean => !data.some((value) => value >= DRAWN_MIN);

/** A pet covers at least this share of the photo. */
const PET_SHARE = 0.02;
/** A border cuts the pet if this share of it is drawn; less is a whisker. */
const CUT_SHARE = 0.02;

/** `nothing`: no pet was found; `cut`: the photo's border cuts it, so that a part may be missing. */
export type Extent = 'nothing' | 'cut' | 'whole';

export function measureExtent({ width, height, data }: Mask): Extent {
  const count = (start: number, step: number, length: number): number => {
    let drawn = 0;
    for (let n = 0; n < length; n++) if (data[start + n * step]! >= DRAWN_MIN) drawn++;
    return drawn;
  };
  if (count(0, 1, data.length) < PET_SHARE * data.length) return 'nothing';
  const isCut =
    [0, width * (height - 1)].some((row) => count(row, 1, width) > CUT_SHARE * width) ||
    [0, width - 1].some((column) => count(column, width, height) > CUT_SHARE * height);
  return isCut ? 'cut' : 'whole';
}

export function mergeAreas(first: Area, second: Area): Area {
  const [left, top] = [Math.min(first.left, second.left), Math.min(first.top, second.top)];
  return {
    left,
    top,
    width: Math.max(first.left + first.width, second.left + second.width) - left,
    height: Math.max(first.top + first.height, second.top + second.height) - top,
  };
}

/** Widens the area by a margin on each side, within the mask. Null if nothing is left. */
export function fitArea(area: Area, { width, height }: Pick<Mask, 'width' | 'height'>, margin = 0): Area | null {
  const [left, top] = [Math.max(0, area.left - margin), Math.max(0, area.top - margin)];
  const right = Math.min(width, area.left + area.width + margin);
  const bottom = Math.min(height, area.top + area.height + margin);
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/**
 * Adds a line of a round brush to the mask, or removes it. The edge is soft over one pixel. Returns the area that may
 * have changed; null if the line is outside of the photo.
 */
export function paintLine(mask: Mask, { from, to, radius }: BrushLine, edit: Edit): Area | null {
  const reach = radius + 1;
  const left = Math.floor(Math.min(from.x, to.x) - reach);
  const top = Math.floor(Math.min(from.y, to.y) - reach);
  const right = Math.ceil(Math.max(from.x, to.x) + reach);
  const bottom = Math.ceil(Math.max(from.y, to.y) + reach);
  const area = fitArea({ left, top, width: right - left, height: bottom - top }, mask);
  if (!area) return null;
  const [alongX, alongY] = [to.x - from.x, to.y - from.y];
  const squaredLength = alongX ** 2 + alongY ** 2;
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const [dx, dy] = [x + 0.5 - from.x, y + 0.5 - from.y];
      const share = squaredLength === 0 ? 0 : Math.min(1, Math.max(0, (dx * alongX + dy * alongY) / squaredLength));
      const distance = Math.hypot(dx - share * alongX, dy - share * alongY);
      const cover = Math.round(255 * Math.min(1, Math.max(0, radius + 0.5 - distance)));
      setCover(mask.data, y * mask.width + x, cover, edit);
    }
  }
  return area;
}

/** Adds the pixels of a region (1 is inside), or removes them. */
export function paintRegion(mask: Mask, region: Uint8Array, edit: Edit): void {
  for (let i = 0; i < region.length; i++) if (region[i] === 1) mask.data[i] = edit === 'add' ? 255 : 0;
}

function setCover(data: Uint8Array, index: number, cover: number, edit: Edit): void {
  const value = data[index]!;
  data[index] = edit === 'add' ? Math.max(value, cover) : Math.min(value, 255 - cover);
}

export function copyArea({ width, data }: Mask, area: Area): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(area.width * area.height);
  for (let row = 0; row < area.height; row++) {
    const start = (area.top + row) * width + area.left;
    bytes.set(data.subarray(start, start + area.width), row * area.width);
  }
  return bytes;
}

export function restoreArea({ width, data }: Mask, area: Area, bytes: Uint8Array): void {
  for (let row = 0; row < area.height; row++)
    data.set(bytes.subarray(row * area.width, (row + 1) * area.width), (area.top + row) * width + area.left);
}
