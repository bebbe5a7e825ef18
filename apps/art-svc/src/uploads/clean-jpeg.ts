import { photoIncomplete } from './photo.rules.js';

/** Second bytes of JPEG markers (ITU-T T.81, table B.1). */
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const COMMENT = 0xfe;

/** The application segments that a decoder needs: orientation, colour profile, colour transform. */
const NEEDED = ['JFIF\0', 'Exif\0\0', 'ICC_PROFILE\0', 'Adobe'];

const END = Buffer.from([0xff, EOI]);

/**
 * The first picture of a JPEG file without everything around it: comments and application data are removed, a second
 * picture (the gain map of an Ultra HDR photo, a preview) and rubbish after the end marker are cut off. A missing end
 * marker is added; the decoder then notices if pixels are missing as well. Without Adobe's marker decoders take YCCK
 * for CMYK, so it is added to a picture of four components.
 *
 * Throws 400 if the file ends before its pixels.
 */
export function cleanJpeg(file: Buffer): Buffer {
  const { segments, pixelsAt } = readSegments(file);
  const needed = segments.filter(isNeeded);
  const endAt = file.indexOf(END, pixelsAt);
  return Buffer.concat([
    file.subarray(0, 2),
    ...needed.map(({ bytes }) => bytes),
    ...createMissingAdobeSegment(needed),
    file.subarray(pixelsAt, endAt === -1 ? findLastByte(file) : endAt),
    END,
  ]);
}

/** The offset after the last byte that is not zero: an interrupted download is filled up with zeros. */
function findLastByte(file: Buffer): number {
  let end = file.length;
  while (end > 0 && file[end - 1] === 0) end--;
  return end;
}

interface Segment {
  readonly marker: number;
  /** With its marker and length. */
  readonly bytes: Buffer;
}

/** Lists the segments before the first scan. Bytes between segments are skipped, as decoders do. */
function readSegments(file: Buffer): { segments: Segment[]; pixelsAt: number } {
  const segments: Segment[] = [];
  for (let at = 2; ;) {
    at = file.indexOf(0xff, at);
    if (at === -1 || at + 4 > file.length) throw photoIncomplete();
    const marker = file[at + 1]!;
    if (marker === SOS) return { segments, pixelsAt: at };
    if (hasLength(marker)) {
      const end = at + 2 + file.readUInt16BE(at + 2);
      segments.push({ marker, bytes: file.subarray(at, end) });
      at = end;
    } else at += marker === 0xff ? 1 : 2;
  }
}

/** False for fill bytes, stuffed zeros, restart markers and TEM. */
const hasLength = (marker: number): boolean => marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= SOI);

function isNeeded({ marker, bytes }: Segment): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > 0xef) return true;
  const name = bytes.toString('latin1', 4, 16);
  return NEEDED.some((needed) => name.startsWith(needed));
}

const CMYK = 0;
const YCCK = 2;

function createMissingAdobeSegment(segments: readonly Segment[]): Buffer[] {
  const frame = segments.find(({ marker }) => marker >= 0xc0 && marker <= 0xc2)?.bytes;
  if (frame?.[9] !== 4 || segments.some(({ marker, bytes }) => marker === 0xee && bytes.includes('Adobe'))) return [];
  return [Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, guessTransform(frame)])];
}

/** Writers number the components of YCCK from 1, or store its chroma at half the size; CMYK has neither. */
function guessTransform(frame: Buffer): number {
  const components = [0, 1, 2, 3].map((n) => frame.subarray(10 + 3 * n, 13 + 3 * n));
  const isNumbered = components.every(([id], index) => id === index + 1);
  const isSubsampled = components.some(([, sampling]) => sampling !== components[0]![1]);
  return isNumbered || isSubsampled ? YCCK : CMYK;
}
