/**
 * A printer puts white ink under each pixel that is not transparent, so half-transparent areas look dirty on dark cloth.
 * This makes each pixel of a picture opaque or transparent, except for a smooth outline.
 */
const HALF = 127.5;

/** @param pixels height × width × 4 bytes, alpha not premultiplied; is changed */
export function hardenAlpha({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }): void {
  // The alpha of the previous, the current and the next row, before the change, with a repeated pixel on both sides.
  let [above, row, below] = [0, 1, 2].map(() => new Uint8Array(width + 2)) as [Uint8Array, Uint8Array, Uint8Array];
  takeAlpha(pixels, 0, width, row);
  above.set(row);
  for (let y = 0; y < height; y++) {
    takeAlpha(pixels, Math.min(height - 1, y + 1), width, below);
    hardenRow(above, row, below, pixels, y * width * 4);
    [above, row, below] = [row, below, above];
  }
}

function takeAlpha(pixels: Uint8Array, y: number, width: number, out: Uint8Array): void {
  for (let x = 1, at = y * width * 4 + 3; x <= width; x++, at += 4) out[x] = pixels[at]!;
  out[0] = out[1]!;
  out[width + 1] = out[width]!;
}

function hardenRow(above: Uint8Array, row: Uint8Array, below: Uint8Array, pixels: Uint8Array, start: number): void {
  for (let x = 1, at = start + 3; x < row.length - 1; x++, at += 4) {
    const alpha = row[x]!;
    if (alpha === 0 || alpha === 255 || isOutline(above, row, below, x)) continue;
    // The distance to the contour of half the opacity, in pixels, is the pixel's covered part.
    const slope = Math.hypot(row[x + 1]! - row[x - 1]!, below[x]! - above[x]!) / 2;
    const distance = (alpha - HALF) / Math.max(1, slope);
    pixels[at] = distance >= 0.5 ? 255 : distance <= -0.5 ? 0 : HALF + 255 * distance;
  }
}

/** Whether the alpha falls from opaque to transparent next to this pixel: it is the smooth edge of a hard shape. */
function isOutline(above: Uint8Array, row: Uint8Array, below: Uint8Array, x: number): boolean {
  let [hasOpaque, hasTransparent] = [false, false];
  for (let n = x - 1; n <= x + 1; n++) {
    hasOpaque ||= above[n] === 255 || row[n] === 255 || below[n] === 255;
    hasTransparent ||= above[n] === 0 || row[n] === 0 || below[n] === 0;
  }
  return hasOpaque && hasTransparent;
}
