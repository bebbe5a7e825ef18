/**
 * Chooses the copy of a picture: the original, or a copy of 320, 640 or 1024 px width in the smallest format that the
 * client accepts.
 */
import { IMAGE_WIDTHS } from '@shop/contracts-art';
import { DomainError } from '@shop/contracts-common';
import type { ImageMimeType } from '../images/image.entity.js';

export type CopyFormat = 'avif' | 'webp' | 'jpg' | 'png';
export type CopyWidth = (typeof IMAGE_WIDTHS)[number];

export const COPY_MIME_TYPES: Record<CopyFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** Parses `?w=`; null for the original. Throws 400 for any other width. */
export function parseCopyWidth(w: unknown): CopyWidth | null {
  if (w === undefined) return null;
  const width = IMAGE_WIDTHS.find((allowed) => String(allowed) === w);
  if (!width) throw new DomainError('IMAGE_WIDTH', 'invalid', `Images come in the widths ${IMAGE_WIDTHS.join(', ')}.`);
  return width;
}

/** Throws 400 for any `?part=` but the ground. */
export function assertGround(part: unknown): void {
  if (part !== 'ground') throw new DomainError('IMAGE_PART', 'invalid', 'The only part of a picture is its ground.');
}

/**
 * AVIF or WebP where the Accept header names it, else the original's own format. A wildcard is not enough, because
 * curl and mail clients send it.
 */
export function chooseCopyFormat(accept: string | undefined, original: ImageMimeType): CopyFormat {
  const accepted = (accept ?? '').toLowerCase().split(',');
  const accepts = (type: string): boolean =>
    accepted.some((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
      return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
  if (accepts('image/avif')) return 'avif';
  if (accepts('image/webp')) return 'webp';
  return original === 'image/png' ? 'png' : 'jpg';
}
