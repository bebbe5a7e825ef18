import { composeArtwork } from './draw-artwork.js';
import { paint, wholeView } from './painting/painting.js';
import { pipeline } from './raster.js';
import { rememberedScene } from './study/remembered-scenes.js';

/** Long side in pixels: two of them side by side on a phone, four on a desktop, at the density of their screens. */
const PREVIEW_SIDE_PX = 512;

/** Above it files grow and nobody sees why. */
const WEBP_QUALITY = 80;

export interface PreviewOrder {
  /** File of a JPEG or PNG, upright, sRGB. */
  readonly photoPath: string;
  readonly styleKey: string;
  readonly seed: number;
}

/**
 * The artwork that the built-in engine draws of this photo with this seed, small: WebP, sRGB, {@link PREVIEW_SIDE_PX} on its long side.
 * Throws an Error for a style without recipe or a photo that can't be decoded.
 */
export async function drawPreview({ photoPath, styleKey, seed }: PreviewOrder): Promise<Uint8Array> {
  const order = { photo: photoPath, styleKey, seed, prompt: '', petName: '' };
  const painting = await composeArtwork(order, () => undefined, rememberedScene);
  return pipeline(await paint(painting, wholeView(painting, PREVIEW_SIDE_PX)))
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
}
