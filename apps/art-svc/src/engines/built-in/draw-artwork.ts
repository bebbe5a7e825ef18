import { abstract } from './recipes/abstract.recipe.js';
import { cyberpunk } from './recipes/cyberpunk.recipe.js';
import { minimalistic } from './recipes/minimalistic.recipe.js';
import { modern } from './recipes/modern.recipe.js';
import type { Recipe, Report } from './recipes/recipe.js';
import { composeScene, pipeline } from './scene.js';

/** One recipe per style; a style without one can't be drawn by this engine. */
export const RECIPES: ReadonlyMap<string, Recipe> = new Map(Object.entries({ cyberpunk, modern, minimalistic, abstract }));

/** Long side of an artwork in pixels (D17). */
const ARTWORK_SIDE_PX = 1024;

export interface ArtworkOrder {
  /** JPEG or PNG, upright, sRGB. */
  readonly photo: Uint8Array;
  readonly styleKey: string;
  /** Colour words in it shift the palette; nothing else is understood. */
  readonly prompt: string;
  /** The same seed draws the same bytes. */
  readonly seed: number;
}

export interface Artwork {
  /** PNG, sRGB, 8 bit, no alpha. */
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the artwork from the photo. Long: it belongs in a worker thread.
 * Throws an Error for a style without recipe or a photo that can't be decoded.
 */
export async function drawArtwork({ photo, styleKey, prompt, seed }: ArtworkOrder, report: Report): Promise<Artwork> {
  const recipe = RECIPES.get(styleKey);
  if (!recipe) throw new Error(`The built-in engine has no recipe for the style ${styleKey}`);
  report(0.05, 'Looking for your pet');
  const scene = await composeScene(photo, ARTWORK_SIDE_PX, seed, prompt);
  const painted = await recipe(scene, (share, stage) => report(0.3 + 0.6 * share, stage));
  report(0.92, 'Framing the artwork');
  const png = await pipeline(painted).png({ compressionLevel: 6 }).toBuffer();
  return { png, width: painted.width, height: painted.height };
}
