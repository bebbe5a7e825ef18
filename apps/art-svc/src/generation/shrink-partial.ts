import sharp from 'sharp';

const LONG_SIDE_PX = 512;
const MAX_BYTES = 40_000;
const QUALITIES = [70, 45, 20];

/**
 * Shrinks a partial picture to WebP of at most 512 px and 40 kB; null where it does not become so small. Rejects
 * where the picture can't be read.
 */
export async function shrinkPartial(picture: Uint8Array): Promise<Buffer | null> {
  const small = sharp(picture).resize({
    width: LONG_SIDE_PX,
    height: LONG_SIDE_PX,
    fit: 'inside',
    withoutEnlargement: true,
  });
  for (const quality of QUALITIES) {
    const webp = await small.clone().webp({ quality }).toBuffer();
    if (webp.length <= MAX_BYTES) return webp;
  }
  return null;
}
