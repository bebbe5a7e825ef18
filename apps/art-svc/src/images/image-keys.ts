/** Under which key each file of a picture is kept, the same in a folder (where it is the path) and in a bucket. */
import { IMAGE_WIDTHS as COPY_WIDTHS, STYLE_KEYS, type StyleKey } from '@shop/contracts/art';
import type { ImageMimeType } from './image.entity.js';

const ENDING: Record<ImageMimeType, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** Folders of a few thousand files each: two hex digits of an id or a hash. */
const shelf = (name: string): string => name.slice(0, 2);

export const originalKey = (id: string, mimeType: ImageMimeType): string =>
  `originals/${shelf(id)}/${id}.${ENDING[mimeType]}`;

export const copyKey = (id: string, widthPx: number, format: string): string =>
  `copies/${shelf(id)}/${id}-${widthPx}.${format}`;

/** Of this photo in a style. */
export const previewKey = (id: string, styleKey: StyleKey): string => `previews/${shelf(id)}/${id}-${styleKey}.webp`;

/** Of the print file with this content. */
export const printKey = (sha256: string): string => `prints/${shelf(sha256)}/${sha256}.png`;

/** Every key under which there may be something of this picture: the original, its copies and its previews. */
export function keysOfImage(id: string, mimeType: ImageMimeType): string[] {
  const copies = COPY_WIDTHS.flatMap((width) =>
    ['avif', 'webp', ENDING[mimeType]].map((format) => copyKey(id, width, format)),
  );
  const previews = STYLE_KEYS.map((styleKey) => previewKey(id, styleKey));
  return [originalKey(id, mimeType), ...copies, ...previews];
}
