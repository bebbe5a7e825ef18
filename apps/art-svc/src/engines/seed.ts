import { createHash } from 'node:crypto';

interface SeedSource {
  readonly photoId: string;
  readonly variation: number;
  /** Photos of the second to fourth pet, in their order. */
  readonly furtherPhotoIds: readonly string[];
}

/**
 * Computes a stable 32-bit seed from photo, variation and further photos. Variation 0 is the one that the preview shows. The next
 * variations are neighbours, so an engine that counts by the seed (`variedFrom`) draws each differently.
 */
export function computeSeed({ photoId, variation, furtherPhotoIds }: SeedSource): number {
  return (
    (createHash('sha256')
      .update([photoId, ...furtherPhotoIds].join(' '))
      .digest()
      .readUInt32BE() +
      variation) >>>
    0
  );
}
