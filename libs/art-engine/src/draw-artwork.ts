import type { Background } from '@shop/contracts-art';
import { getPrintableName } from '@shop/contracts-art/pet-name';
import { randomForVariation } from './kernels/random.js';
import { prepareName } from './lettering/set-name.js';
import { paintPrintable, type Painting, prepareAhead, wholeView } from './painting/painting.js';
import type { Area } from './painting/shapes.js';
import { pipeline } from './raster.js';
import { abstract } from './recipes/abstract.recipe.js';
import { cyberpunk } from './recipes/cyberpunk.recipe.js';
import { minimalistic } from './recipes/minimalistic.recipe.js';
import { modern } from './recipes/modern.recipe.js';
import { type Recipe, type RecipeInput, type ReportProgress, sceneSize } from './recipes/recipe.js';
import { composeSceneCached } from './scene/cached-scenes.js';
import { composeFineScene, composeScene, type Scene } from './scene/compose-scene.js';
import type { Pet } from './subject/decode-photo.js';
import { FLAT_STYLES } from './version.js';
import { readWishes } from './wishes/wishes.js';

/** One recipe per style. This engine can't draw a style without a recipe. */
export const RECIPES: ReadonlyMap<string, Recipe> = new Map(
  Object.entries({ cyberpunk, modern, minimalistic, abstract }),
);

/** Long side of an artwork in pixels. */
const ARTWORK_SIDE_PX = 1024;

export interface ArtworkRequest {
  /** One to four, from left to right. */
  readonly pets: readonly Pet[];
  readonly background: Background;
  readonly styleKey: string;
  /** What the customer wishes (wishes/wishes.ts); may be empty. */
  readonly prompt: string;
  /** The pet's name, drawn as lettering; may be empty. */
  readonly petName: string;
  /** The same request with the same seed draws the same bytes. */
  readonly seed: number;
}

/** Makes the scene of the pets. Throws an Error for a photo that can't be decoded. */
export type ComposeScene = (pets: readonly Pet[]) => Promise<Scene>;

export interface Artwork {
  /** PNG, sRGB, 8 bit; with alpha only for the background `none`. */
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Pixels of the photo across the artwork's width, see {@link Scene.detail}. */
  readonly detailWidthPx: number;
  /** Where the animals are, and the letters of the name; null for no name. */
  readonly subjectBox: PictureBox;
  readonly nameBox: PictureBox | null;
}

/** A part of a picture, in fractions (0..1) of its width and height. */
interface PictureBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const toPictureBox = (
  { left, top, right, bottom }: Area,
  { width, height }: Pick<Painting, 'width' | 'height'>,
): PictureBox => ({
  x: left / width,
  y: top / height,
  width: (right - left) / width,
  height: (bottom - top) / height,
});

/**
 * Composes the artwork before it has pixels.
 * Throws an Error for a style without a recipe or a photo that can't be decoded.
 */
export async function composeArtwork(
  request: ArtworkRequest,
  report: ReportProgress,
  compose?: ComposeScene,
): Promise<Painting> {
  const recipe = getRecipe(request);
  return recipe(await prepareInput(request, report, compose), scaleProgress(report));
}

/**
 * The artwork for a large print: a style that shows the photo's shading is drawn from more of the photo's pixels, flat
 * shapes are sharp at any size. Throws as {@link composeArtwork}.
 */
export const composePrint = (request: ArtworkRequest): Promise<Painting> =>
  composeArtwork(request, () => undefined, FLAT_STYLES.has(request.styleKey) ? composeSceneCached : composeFineScene);

function getRecipe({ styleKey }: ArtworkRequest): Recipe {
  const recipe = RECIPES.get(styleKey);
  if (!recipe) throw new Error(`The built-in engine has no recipe for the style ${styleKey}`);
  return recipe;
}

async function prepareInput(
  { pets, background, prompt, petName, seed }: ArtworkRequest,
  report: ReportProgress,
  compose: ComposeScene = composeScene,
): Promise<RecipeInput> {
  report(0.05, 'Looking for your pet');
  const name = getPrintableName(petName);
  return {
    scene: await compose(pets),
    background,
    wishes: readWishes(prompt),
    name: name ? await prepareName(name) : null,
    random: randomForVariation(seed),
    prepareLayer: (layer) => layer,
    onNameSet: () => undefined,
  };
}

/** Scales a recipe's progress to its share of the whole drawing. */
const scaleProgress =
  (report: ReportProgress): ReportProgress =>
  (share, stage) =>
    report(0.3 + 0.4 * share, stage);

/** Draws the artwork from the photo. It takes long, so call it in a worker thread. Throws as {@link composeArtwork}. */
export async function drawArtwork(
  request: ArtworkRequest,
  report: ReportProgress = () => undefined,
  compose?: ComposeScene,
): Promise<Artwork> {
  const recipe = getRecipe(request);
  const input = await prepareInput(request, report, compose);
  const size = sceneSize(input.scene);
  const view = wholeView(size, ARTWORK_SIDE_PX);
  let nameBox: PictureBox | null = null;
  const painting = recipe(
    {
      ...input,
      prepareLayer: (layer) => prepareAhead(layer, view),
      onNameSet: (letters) => {
        nameBox = toPictureBox(letters, size);
      },
    },
    scaleProgress(report),
  );
  report(0.75, 'Painting the artwork');
  const painted = await paintPrintable(painting, view, (share) => report(0.75 + 0.17 * share, 'Painting the artwork'));
  report(0.93, 'Framing the artwork');
  const png = await pipeline(painted).png({ compressionLevel: 4 }).toBuffer();
  const detailWidthPx = Math.max(1, Math.round(input.scene.detail * input.scene.width));
  const subjectBox = toPictureBox(input.scene.box, size);
  return { png, width: painted.width, height: painted.height, detailWidthPx, subjectBox, nameBox };
}

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
  return pipeline(await paintPrintable(painting, wholeView(painting, PREVIEW_SIDE_PX)))
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
}
