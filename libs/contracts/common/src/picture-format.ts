/** Formats of pictures that cameras, phones and editors write. Only JPEG and PNG can be uploaded. */
export type PictureFormat = 'JPEG' | 'PNG' | 'WebP' | 'AVIF' | 'HEIC' | 'GIF' | 'TIFF' | 'BMP' | 'PDF';

/** {@link detectPictureFormat} reads at most this many bytes from the start of a file. */
export const PICTURE_SIGNATURE_BYTES = 64;

/** Offset and text of each signature, as Latin-1. */
const SIGNATURES: readonly (readonly [PictureFormat, offset: number, signature: string])[] = [
  // JPEG: SOI and the next marker (ITU-T T.81, B.1.1.2). PNG: ISO 15948, 5.2.
  ['JPEG', 0, '\xff\xd8\xff'],
  ['PNG', 0, '\x89PNG\r\n\x1a\n'],
  ['WebP', 8, 'WEBP'],
  ['GIF', 0, 'GIF87a'],
  ['GIF', 0, 'GIF89a'],
  // TIFF 6.0, section 2, in both byte orders, and BigTIFF.
  ['TIFF', 0, 'II*\0'],
  ['TIFF', 0, 'MM\0*'],
  ['TIFF', 0, 'II+\0'],
  ['TIFF', 0, 'MM\0+'],
  ['PDF', 0, '%PDF-'],
  // A BMP has two reserved fields of zero after its size.
  ['BMP', 6, '\0\0\0\0'],
];
/** Texts that WebP and BMP have at offset 0 as well. */
const PREFIXES: Partial<Record<PictureFormat, string>> = { WebP: 'RIFF', BMP: 'BM' };

/** Brands of an ISO base media file (ISO 23008-12, annex B; AVIF 1.2, section 8). */
const AVIF_BRAND = /avi[fs]/;
const HEIC_BRAND = /hei[cxms]|hev[cxms]|mif1|msf1/;

/** The format by the file's first bytes, whatever its name; null for any other. */
export function detectPictureFormat(firstBytes: Uint8Array): PictureFormat | null {
  const text = String.fromCharCode(...firstBytes.subarray(0, PICTURE_SIGNATURE_BYTES));
  const found = SIGNATURES.find(
    ([format, offset, signature]) => text.startsWith(signature, offset) && text.startsWith(PREFIXES[format] ?? ''),
  );
  if (found) return found[0];
  if (!text.startsWith('ftyp', 4)) return null;
  // The box begins with its length; the brands follow its name.
  const brands = text.slice(8, Math.max(12, text.charCodeAt(3)));
  if (AVIF_BRAND.test(brands)) return 'AVIF';
  return HEIC_BRAND.test(brands) ? 'HEIC' : null;
}

export const isPhotoFormat = (format: PictureFormat | null): format is 'JPEG' | 'PNG' =>
  format === 'JPEG' || format === 'PNG';

/** The message for a file that is no JPEG or PNG. */
export function getFormatMessage(format: PictureFormat | null): string {
  if (format === null) return 'Please upload a PNG or JPEG image.';
  if (format === 'PDF') return 'This is a PDF document. Please upload a PNG or JPEG.';
  return `This is ${format === 'AVIF' ? 'an' : 'a'} ${format} picture. Please upload a PNG or JPEG.`;
}
