/**
 * A call to draw is well-formed when it names one of the shop's own picture addresses and, where it may be repeated, a UUID as its key. Two calls
 * are the same when photo, style, name, prompt and variation are the same (D38); empty name or prompt and variation 0 count as left out.
 */
import { createHash } from 'node:crypto';
import type { GenerateRequest } from '@shop/contracts/art';
import { DomainError } from '@shop/contracts/common';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const notYourPhoto = (): DomainError => new DomainError('PHOTO_UNKNOWN', 'invalid', 'Please upload your photo again.');

export const unknownStyle = (): DomainError => new DomainError('STYLE_UNKNOWN', 'invalid', 'Please choose an art style to continue');

/** The uploaded image's id from its address (D15): nothing but `/media/{id}` is looked at. Throws 400. */
export function uploadIdOf(imageUrl: string): string {
  const id = imageUrl.startsWith('/media/') ? imageUrl.slice('/media/'.length) : '';
  if (!UUID.test(id)) throw notYourPhoto();
  return id.toLowerCase();
}

/** SHA-256, hex. */
export function hashOf({ imageUrl, styleKey, petName, prompt, variation = 0 }: GenerateRequest): string {
  // Left out where it is 0, so that keys from before there were variations still find their job.
  const asked = JSON.stringify([uploadIdOf(imageUrl), styleKey, petName || null, prompt || null, ...(variation > 0 ? [variation] : [])]);
  return createHash('sha256').update(asked).digest('hex');
}

/** Throws 409 where a key was used for something else. */
export function assertSameBody(known: string, hash: string): void {
  if (known !== hash) throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'conflict', 'This Idempotency-Key was already used for another artwork.');
}
