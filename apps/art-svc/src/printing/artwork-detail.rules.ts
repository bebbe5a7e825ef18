import { BUILT_IN, FLAT_STYLES } from '@shop/art-engine/version';
import type { ArtworkDetail } from '@shop/contracts-art';
import { z } from 'zod';
import type { ImageEntity } from '../images/image.entity.js';

const metadataSchema = z.object({
  engine: z.string(),
  style: z.string(),
  detailWidthPx: z.number().int().positive(),
});

/**
 * What a print of the artwork shows of the photo; null where it is not known.
 *
 * @param hasSharpEdges whether the print is painted from its recipe or is no larger than the file; else the file is
 *   enlarged, with its edges
 */
export function readDetail(
  { metadata, widthPx }: Pick<ImageEntity, 'metadata' | 'widthPx'>,
  hasSharpEdges: boolean,
): ArtworkDetail | null {
  const { data } = metadataSchema.safeParse(metadata);
  if (!data) return null;
  const { engine, style, detailWidthPx } = data;
  return hasSharpEdges
    ? { widthPx: detailWidthPx, isFlat: engine === BUILT_IN && FLAT_STYLES.has(style) }
    : { widthPx: Math.min(detailWidthPx, widthPx), isFlat: false };
}
