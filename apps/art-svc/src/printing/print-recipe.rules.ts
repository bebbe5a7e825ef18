/**
 * An artwork of the built-in engine can be painted again at print density where its metadata has the whole recipe and
 * the engine's version is unchanged. Any other artwork is printed from its file.
 */
import { BUILT_IN, BUILT_IN_VERSION } from '@shop/art-engine/version';
import { type ArtworkBox, artworkBoxSchema, BACKGROUND, type Background } from '@shop/contracts-art';
import { z } from 'zod';
import type { ImageEntity, PetSource } from '../images/image.entity.js';

const backgroundSchema = z.string().regex(BACKGROUND).default('style');

/** An artwork from before there were cut-outs has none. */
const cutOutFields = {
  cutOutId: z.uuid().nullable().default(null),
  cutOutSha256: z.string().nullable().default(null),
};

const recipeSchema = z.object({
  engine: z.literal(BUILT_IN),
  engineVersion: z.literal(BUILT_IN_VERSION),
  style: z.string(),
  seed: z.number().int(),
  prompt: z.string().nullable(),
  petName: z.string().nullable(),
  sourceImageId: z.uuid(),
  sourceSha256: z.string(),
  ...cutOutFields,
  background: backgroundSchema,
  furtherPets: z.array(z.object({ imageId: z.uuid(), sha256: z.string(), ...cutOutFields })).default([]),
});

export interface PrintRecipe {
  readonly styleKey: string;
  readonly seed: number;
  readonly prompt: string;
  readonly petName: string;
  readonly background: Background;
  /** One to four, from left to right. */
  readonly pets: readonly [PetSource, ...PetSource[]];
}

/** Null where the artwork has no recipe that this engine can paint. */
export function readRecipe({ metadata }: Pick<ImageEntity, 'metadata'>): PrintRecipe | null {
  const { data } = recipeSchema.safeParse(metadata);
  if (!data) return null;
  const { style, seed, prompt, petName, sourceImageId, sourceSha256, cutOutId, cutOutSha256 } = data;
  const first = { imageId: sourceImageId, sha256: sourceSha256, cutOutId, cutOutSha256 };
  return {
    styleKey: style,
    seed,
    prompt: prompt ?? '',
    petName: petName ?? '',
    background: data.background,
    pets: [first, ...data.furtherPets],
  };
}

/** Whether another version of the built-in engine drew it. Pictures of other engines have no recipe and no version. */
export const isOfEarlierVersion = ({ metadata: { engine, engineVersion } }: Pick<ImageEntity, 'metadata'>): boolean =>
  engine === BUILT_IN && engineVersion !== BUILT_IN_VERSION;

/** Whether a later version of this service drew it: while a release replaces its processes, a new one is there to print it. */
export const isOfLaterVersion = ({ metadata: { engine, engineVersion } }: Pick<ImageEntity, 'metadata'>): boolean =>
  engine === BUILT_IN && Number(engineVersion) > Number(BUILT_IN_VERSION);

/** An artwork from before there was a choice has the background of its style. */
export const readBackground = ({ metadata }: Pick<ImageEntity, 'metadata'>): Background =>
  backgroundSchema.catch('style').parse(metadata.background);

const readBox = (box: unknown): ArtworkBox | null => artworkBoxSchema.safeParse(box).data ?? null;

/** Where the animal and the name are in the artwork; null where the engine did not know. */
export const readBoxes = ({ metadata }: Pick<ImageEntity, 'metadata'>) => ({
  subjectBox: readBox(metadata.subjectBox),
  nameBox: readBox(metadata.nameBox),
});
