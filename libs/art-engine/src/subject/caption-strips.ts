import type { Raster } from '../kernels/plane.js';
import type { PhotoPart } from './photo-part.js';

/** A strip's height as a share of the photo's; a lower one is a frame, a higher one shows something. */
const HEIGHT = { from: 0.02, to: 0.2 };

/** Pixels of one flat colour differ by at most this much in each channel, after JPEG's loss. */
const TOLERANCE = 12;

/** Shares of a row that have the strip's colour: beside the text, and in a row with text. */
const PLAIN_SHARE = 0.97;
const WRITTEN_SHARE = 0.4;

/** Above its edge, at most this share of a row has the strip's colour. */
const BEYOND_SHARE = 0.2;

/** The plain rows between the text and the strip's edge, and the rows with text, as shares of the strip. */
const PADDING_SHARE = 0.05;
const TEXT_SHARE = 0.15;

/** Rows at the edge that JPEG mixes. */
const MIXED_ROWS = 2;

/**
 * The photo without strips of text along its upper and lower border, as sharing apps add them: of one flat colour from
 * border to border, ended by a straight line that nothing crosses. An animal that reaches into a strip crosses its
 * line, so it is never cut.
 */
export function withoutCaptions(photo: Raster): PhotoPart {
  const { width, height } = photo;
  const top = stripRows(photo, (n) => n);
  const bottom = stripRows(photo, (n) => height - 1 - n);
  return { left: 0, top, width, height: height - top - bottom };
}

/**
 * The rows of the strip along a border; 0 for none.
 *
 * @param rowOf the n-th row from the border
 */
function stripRows(photo: Raster, rowOf: (n: number) => number): number {
  const isStrip = colourTest(photo, rowOf(0));
  const shares: number[] = [];
  const most = Math.floor(HEIGHT.to * photo.height);
  while (shares.length <= most) {
    const share = shareOfRow(photo, rowOf(shares.length), isStrip);
    if (share < WRITTEN_SHARE) break;
    shares.push(share);
  }
  const rows = shares.length;
  if (rows > most || rows < HEIGHT.from * photo.height || shares[0]! < PLAIN_SHARE) return 0;
  const padding = shares.slice(-MIXED_ROWS - Math.ceil(PADDING_SHARE * rows), -MIXED_ROWS);
  const written = shares.slice(0, -MIXED_ROWS).filter((share) => share < PLAIN_SHARE).length;
  const beyond = shareOfRow(photo, rowOf(rows + MIXED_ROWS), isStrip);
  const isCaption =
    written >= TEXT_SHARE * rows && padding.every((share) => share >= PLAIN_SHARE) && beyond <= BEYOND_SHARE;
  // The mixed rows beyond the line are not of the photo either.
  return isCaption ? rows + MIXED_ROWS : 0;
}

/** Whether a pixel has the median colour of the row. */
function colourTest({ width, pixels }: Raster, row: number): (pixel: number) => boolean {
  const start = 3 * row * width;
  const median = [0, 1, 2].map((channel) => {
    const values = Uint8Array.from({ length: width }, (_, x) => pixels[start + 3 * x + channel]!).sort();
    return values[width >> 1]!;
  });
  return (pixel) => median.every((value, channel) => Math.abs(pixels[3 * pixel + channel]! - value) <= TOLERANCE);
}

function shareOfRow({ width }: Raster, row: number, test: (pixel: number) => boolean): number {
  let count = 0;
  for (let x = 0; x < width; x++) if (test(row * width + x)) count++;
  return count / width;
}
