import { createHash } from 'node:crypto';

/**
 * 32 bits that always follow from the same photo and variation. Variation 0 is what the preview shows; the next ones are neighbours, so that an engine that
 * counts by the seed (`variedFrom`) makes something else of each. What a seed means is another thing in every style.
 */
export function seedOf({ photoId, variation }: { photoId: string; variation: number }): number {
  return (createHash('sha256').update(photoId).digest().readUInt32BE() + variation) >>> 0;
}
