/** Keys of all files of a picture. They are the same in a bucket and in a folder, where the key is the path. */
import { IMAGE_WIDTHS as COPY_WIDTHS, STYLE_KEYS, type StyleKey } from '@shop/contracts-art';
import type { ImageMimeType } from './image.entity.js';

const EXTENSIONS: Record<ImageMimeType, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** Two hex digits of an id or a hash, so that a folder has a few thousand files at most. */
const subfolder = (name: string): string => name.slice(0, 2);

export const originalKey = (id: string, mimeType: ImageMimeType): string =>
  `originals/${subfolder(id)}/${id}.${EXTENSIONS[mimeType]}`;

export const copyKey = (id: string, widthPx: number, format: string): string =>
  `copies/${subfolder(id)}/${id}-${widthPx}.${format}`;

/** The ground around an artwork. */
export const groundKey = (id: string): string => `copies/${subfolder(id)}/${id}-ground.png`;

/** The picture of share links to an artwork. */
export const sharedPictureKey = (id: string): string => `copies/${subfolder(id)}/${id}-shared.jpg`;

/** Preview of this photo in a style. */
export const previewKey = (id: string, styleKey: StyleKey): string =>
  `previews/${subfolder(id)}/${id}-${styleKey}.webp`;

/** Preview of another composition than the default one. `composition` is the SHA-256 of the composition, hex. */
export const compositionPreviewKey = (id: string, styleKey: string, composition: string): string =>
  `previews/${subfolder(id)}/${id}-${styleKey}-${composition}.webp`;

/** Mask of a cut-out. */
export const cutOutKey = (id: string): string => `cut-outs/${subfolder(id)}/${id}.png`;

/** Print file with this content. */
export const printKey = (sha256: string): string => `prints/${subfolder(sha256)}/${sha256}.png`;

/**
 * All keys that a picture may have without rows of their own: its original, its copies, its ground, its shared picture and its
 * default previews.
 */
export function listImageKeys(id: string, mimeType: ImageMimeType): string[] {
  const copies = COPY_WIDTHS.flatMap((width) =>
    ['avif', 'webp', EXTENSIONS[mimeType]].map((format) => copyKey(id, width, format)),
  );
  const previews = STYLE_KEYS.map((styleKey) => previewKey(id, styleKey));
  return [originalKey(id, mimeType), ...copies, groundKey(id), sharedPictureKey(id), ...previews];
}
