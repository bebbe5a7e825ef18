import type { Background } from '@shop/contracts/art';
import { composeArtwork } from './draw-artwork.js';
import { paint, wholeView } from './painting/painting.js';
import { pipeline } from './raster.js';
import { composeSceneCached } from './scene/cached-scenes.js';
import type { Pet } from './scene/pet.js';

/**
 * Long side in pixels: enough for two previews side by side on a phone and four on a desktop, at their screens'
 * density.
 */
const PREVIEW_SIDE_PX = 512;

/** A higher quality makes larger files without a visible difference. */
const WEBP_QUALITY = 80;

export interface PreviewRequest {
  readonly pets: readonly Pet[];
  readonly background: Background;
  readonly styleKey: string;
  readonly seed: number;
}

/**
 * Draws a small version of the artwork that the built-in engine draws of this photo with this seed: WebP, sRGB, {@link
 * PREVIEW_SIDE_PX} on its long side, with alpha only for the background `none`.
 * Throws an Error for a style without a recipe or a photo that can't be decoded.
 */
export async function drawPreview(preview: PreviewRequest): Promise<Uint8Array> {
  const request = { ...preview, prompt: '', petName: '' };
  const painting = await composeArtwork(request, () => undefined, composeSceneCached);
  return pipeline(await paint(painting, wholeView(painting, PREVIEW_SIDE_PX)))
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
}
