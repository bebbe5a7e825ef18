/**
 * Which copy of a picture is sent (D15): the original, or one 320, 640 or 1024 px wide, in the smallest format the browser takes.
 */
import { IMAGE_WIDTHS } from '@shop/contracts/art';
import { DomainError } from '@shop/contracts/common';
import type { ImageMimeType } from '../images/image.entity.js';

export type CopyFormat = 'avif' | 'webp' | 'jpg' | 'png';
export type CopyWidth = (typeof IMAGE_WIDTHS)[number];

export const COPY_MIME_TYPES: Record<CopyFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** `?w=`; null where the original is meant. Throws 400 for any other width. */
export function copyWidth(w: unknown): CopyWidth | null {
  if (w === undefined) return null;
  const width = IMAGE_WIDTHS.find((allowed) => String(allowed) === w);
  if (!width) throw new DomainError('IMAGE_WIDTH', 'invalid', `Images come in the widths ${IMAGE_WIDTHS.join(', ')}.`);
  return width;
}

/** AVIF or WebP where the Accept header names it (a bare wildcard does not: curl and mail readers send it), else the original's own format. */
export function copyFormat(accept: string | undefined, original: ImageMimeType): CopyFormat {
  const accepted = (accept ?? '').toLowerCase().split(',');
  const takes = (type: string): boolean =>
    accepted.some((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
      return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
  if (takes('image/avif')) return 'avif';
  if (takes('image/webp')) return 'webp';
  return original === 'image/png' ? 'png' : 'jpg';
}
