import { variedFrom } from './kernels/random.js';
import { begun, paint, wholeView, type Painting } from './painting/painting.js';
import { abstract } from './recipes/abstract.recipe.js';
import { cyberpunk } from './recipes/cyberpunk.recipe.js';
import { minimalistic } from './recipes/minimalistic.recipe.js';
import { modern } from './recipes/modern.recipe.js';
import { sizeOf, type Recipe, type Report, type Sitting } from './recipes/recipe.js';
import { pipeline } from './raster.js';
import { composeScene, type Scene } from './study/compose-scene.js';
import { readWishes } from './wishes/wishes.js';

/** One recipe per style. This engine can't draw a style without a recipe. */
export const RECIPES: ReadonlyMap<string, Recipe> = new Map(
  Object.entries({ cyberpunk, modern, minimalistic, abstract }),
);

/** Long side of an artwork in pixels. */
const ARTWORK_SIDE_PX = 1024;

export interface ArtworkOrder {
  /** JPEG or PNG, upright, sRGB: its bytes, or the path of its file. */
  readonly photo: Uint8Array | string;
  readonly styleKey: string;
  /** What the customer wishes (wishes/wishes.ts); may be empty. */
  readonly prompt: string;
  /** The pet's name, drawn as lettering; may be empty. */
  readonly petName: string;
  /** The same request with the same seed draws the same bytes. */
  readonly seed: number;
}

/** Makes the scene of a photo. Throws an Error for a photo that can't be decoded. */
export type Look = (photo: ArtworkOrder['photo']) => Promise<Scene>;

export interface Artwork {
  /** PNG, sRGB, 8 bit, no alpha. */
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Composes the artwork before it has pixels.
 * Throws an Error for a style without a recipe or a photo that can't be decoded.
 */
export async function composeArtwork(order: ArtworkOrder, report: Report, look?: Look): Promise<Painting> {
  const recipe = recipeOf(order);
  return recipe(await sit(order, report, look), later(report));
}

function recipeOf({ styleKey }: ArtworkOrder): Recipe {
  const recipe = RECIPES.get(styleKey);
  if (!recipe) throw new Error(`The built-in engine has no recipe for the style ${styleKey}`);
  return recipe;
}

async function sit(
  { photo, prompt, petName, seed }: ArtworkOrder,
  report: Report,
  look: Look = composeScene,
): Promise<Sitting> {
  report(0.05, 'Looking for your pet');
  return {
    scene: await look(photo),
    wishes: readWishes(prompt),
    name: petName || null,
    random: variedFrom(seed),
    begin: (layer) => layer,
  };
}

/** Scales a recipe's progress to its share of the whole drawing. */
const later =
  (report: Report): Report =>
  (share, stage) =>
    report(0.3 + 0.4 * share, stage);

/** Draws the artwork from the photo. It takes long, so call it in a worker thread. Throws as {@link composeArtwork}. */
export async function drawArtwork(order: ArtworkOrder, report: Report, look?: Look): Promise<Artwork> {
  const recipe = recipeOf(order);
  const sitting = await sit(order, report, look);
  const view = wholeView(sizeOf(sitting.scene), ARTWORK_SIDE_PX);
  const painting = recipe({ ...sitting, begin: (layer) => begun(layer, view) }, later(report));
  report(0.75, 'Painting the artwork');
  const painted = await paint(painting, view, (share) => report(0.75 + 0.17 * share, 'Painting the artwork'));
  report(0.93, 'Framing the artwork');
  const png = await pipeline(painted).png({ compressionLevel: 4 }).toBuffer();
  return { png, width: painted.width, height: painted.height };
}
