import { createHash } from 'node:crypto';

/**
 * Computes a stable 32-bit seed from photo and variation. Variation 0 is the one that the preview shows. The next
 * variations are neighbours, so an engine that counts by the seed (`variedFrom`) draws each differently.
 */
export function computeSeed({ photoId, variation }: { photoId: string; variation: number }): number {
  return (createHash('sha256').update(photoId).digest().readUInt32BE() + variation) >>> 0;
}
