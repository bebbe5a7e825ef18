/**
 * A call to draw is well-formed when it names one of the shop's own picture addresses and, where it may be repeated, a UUID as its key. Two calls
 * are the same when photo, style, name, prompt, variation and the shape of the print area are the same (D38); empty name or prompt and variation 0
 * count as left out. Which engine will draw, and whether it heeds the shape, is not asked here: a key means the same whoever draws.
 */
import { createHash } from 'node:crypto';
import type { GenerateRequest } from '@shop/contracts/art';
import { DomainError, isUuid } from '@shop/contracts/common';

export const notYourPhoto = (): DomainError =>
  new DomainError('PHOTO_UNKNOWN', 'invalid', 'Please upload your photo again.');

export const unknownStyle = (): DomainError =>
  new DomainError('STYLE_UNKNOWN', 'invalid', 'Please choose an art style to continue');

/** The uploaded image's id from its address (D15): nothing but `/media/{id}` is looked at. Throws 400. */
export function uploadIdOf(imageUrl: string): string {
  const id = imageUrl.startsWith('/media/') ? imageUrl.slice('/media/'.length) : '';
  if (!isUuid(id)) throw notYourPhoto();
  return id.toLowerCase();
}

const SHAPE_STEPS = 96;
const LONGEST_SHAPE = 3;

/**
 * Width to height of a print area, its shorter side in 96ths of the longer one, at most 1:3. The engine that heeds it draws sides in such steps: areas
 * of one shape give one picture, whatever their size, and areas of two shapes two.
 */
export function shapeOf({ widthPx, heightPx }: { widthPx: number; heightPx: number }): number {
  const shorter = Math.max(
    SHAPE_STEPS / LONGEST_SHAPE,
    Math.round((SHAPE_STEPS * Math.min(widthPx, heightPx)) / Math.max(widthPx, heightPx)),
  );
  return widthPx < heightPx ? shorter / SHAPE_STEPS : SHAPE_STEPS / shorter;
}

/** SHA-256, hex. */
export function hashOf({ imageUrl, styleKey, petName, prompt, variation = 0, printArea }: GenerateRequest): string {
  const shape = printArea && shapeOf(printArea);
  // Left out where it is 0 and nothing follows, and the shape where there is none, so that keys from before there were such still find their job.
  const rest = shape ? [variation, shape] : variation > 0 ? [variation] : [];
  const asked = JSON.stringify([uploadIdOf(imageUrl), styleKey, petName || null, prompt || null, ...rest]);
  return createHash('sha256').update(asked).digest('hex');
}

/** Throws 409 where a key was used for something else. */
export function assertSameBody(known: string, hash: string): void {
  if (known !== hash)
    throw new DomainError(
      'IDEMPOTENCY_KEY_REUSED',
      'conflict',
      'This Idempotency-Key was already used for another artwork.',
    );
}
