import sharp from 'sharp';
import { EngineOutage } from '../engine-outage.js';

const MIN_LONG_SIDE_PX = 1024;
const MAX_PIXELS = 3840 * 2160;

export interface CheckedArtwork {
  /** PNG, sRGB. */
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes the picture of a response to its last row, so that a truncated one is detected. The bytes stay unchanged,
 * and with them the provider's content credentials. Throws an EngineOutage.
 */
export async function checkArtwork(base64: string): Promise<CheckedArtwork> {
  const bytes = Buffer.from(base64, 'base64');
  try {
    const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: MAX_PIXELS });
    const { format, width, height, space } = await picture.metadata();
    if (Math.max(width, height) < MIN_LONG_SIDE_PX) throw new Error(`${width} × ${height} px`);
    await picture.clone().stats();
    const isPng = format === 'png' && space === 'srgb';
    return { png: isPng ? bytes : await picture.toColourspace('srgb').png().toBuffer(), width, height };
  } catch (error) {
    throw new EngineOutage('broken-answer', 'OpenAI responded with an unusable picture', null, {
      cause: error,
    });
  }
}
