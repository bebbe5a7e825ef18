import { RECIPES } from './draw-artwork.js';
import { randomFrom } from './kernels/random.js';
import { composeScene, pipeline, type Scene } from './scene.js';

/** Long side in pixels: two of them side by side on a phone, four on a desktop, at the density of their screens. */
export const PREVIEW_SIDE_PX = 512;

/** Above it files grow and nobody sees why. */
const WEBP_QUALITY = 80;

export interface PreviewOrder {
  /** File of a JPEG or PNG, upright, sRGB. */
  readonly photoPath: string;
  readonly styleKey: string;
  readonly seed: number;
}

/** Finding the animal takes as long as painting it, and all styles of a photo are asked for together. */
let last: { photoPath: string; scene: Promise<Scene> } | null = null;

function sceneOf(photoPath: string): Promise<Scene> {
  if (last?.photoPath !== photoPath) last = { photoPath, scene: composeScene(photoPath, PREVIEW_SIDE_PX, 0, '') };
  return last.scene;
}

/**
 * The artwork that the built-in engine draws of this photo with this seed, small: WebP, sRGB, {@link PREVIEW_SIDE_PX} on its long side.
 * Throws an Error for a style without recipe or a photo that can't be decoded.
 */
export async function drawPreview({ photoPath, styleKey, seed }: PreviewOrder): Promise<Uint8Array> {
  const recipe = RECIPES.get(styleKey);
  if (!recipe) throw new Error(`The built-in engine has no recipe for the style ${styleKey}`);
  const scene = await sceneOf(photoPath).catch((error: unknown) => {
    last = null;
    throw error;
  });
  const painted = await recipe({ ...scene, random: randomFrom(seed) }, () => undefined);
  return pipeline(painted).webp({ quality: WEBP_QUALITY }).toBuffer();
}
