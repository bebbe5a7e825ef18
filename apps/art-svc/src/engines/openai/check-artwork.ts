import sharp from 'sharp';
import { EngineOutage } from '../engine-outage.js';

const SMALLEST_LONG_SIDE_PX = 1024;
const LARGEST_PIXELS = 3840 * 2160;

export interface CheckedArtwork {
  /** PNG, sRGB. */
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * The picture of an answer, decoded to its last row: one that broke off on the way is no artwork. The bytes stay as they came, and with them the
 * provider's content credentials. Throws an EngineOutage.
 */
export async function checkArtwork(base64: string): Promise<CheckedArtwork> {
  const bytes = Buffer.from(base64, 'base64');
  try {
    const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: LARGEST_PIXELS });
    const { format, width, height, space } = await picture.metadata();
    if (Math.max(width, height) < SMALLEST_LONG_SIDE_PX) throw new Error(`${width} × ${height} px`);
    await picture.clone().stats();
    const isPng = format === 'png' && space === 'srgb';
    return { png: isPng ? bytes : await picture.toColourspace('srgb').png().toBuffer(), width, height };
  } catch (error) {
    throw new EngineOutage('broken-answer', 'OpenAI answered with a picture that can’t be used', null, {
      cause: error,
    });
  }
}
