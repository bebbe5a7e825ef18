/**
 * An artwork of the built-in engine can be painted again at print density where its metadata has the whole recipe and
 * the engine's version is unchanged. Any other artwork is printed from its file.
 */
import { PRINT_DPI } from '@shop/placement';
import { z } from 'zod';
import { BUILT_IN, BUILT_IN_VERSION } from '@shop/art-engine/version';
import type { ImageEntity } from '../images/image.entity.js';

const recipeSchema = z.object({
  engine: z.literal(BUILT_IN),
  engineVersion: z.literal(BUILT_IN_VERSION),
  style: z.string(),
  seed: z.number().int(),
  prompt: z.string().nullable(),
  petName: z.string().nullable(),
  sourceImageId: z.uuid(),
  sourceSha256: z.string(),
});

export interface PrintRecipe {
  readonly styleKey: string;
  readonly seed: number;
  readonly prompt: string;
  readonly petName: string;
  /** The photo's id, and the SHA-256 of its file, hex. */
  readonly sourceImageId: string;
  readonly sourceSha256: string;
}

/** Null where the artwork has no recipe that this engine can paint. */
export function readRecipe({ metadata }: Pick<ImageEntity, 'metadata'>): PrintRecipe | null {
  const { data } = recipeSchema.safeParse(metadata);
  if (!data) return null;
  const { style, seed, prompt, petName, sourceImageId, sourceSha256 } = data;
  return { styleKey: style, seed, prompt: prompt ?? '', petName: petName ?? '', sourceImageId, sourceSha256 };
}

/** Density of an artwork that is painted for print. */
export const RECIPE_DPI = PRINT_DPI;
