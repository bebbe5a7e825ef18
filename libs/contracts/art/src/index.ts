import * as z from 'zod/mini';
import { printSizeField } from '@shop/contracts-catalog';
import { orNull, readable, createPageQuerySchema } from '@shop/contracts-common';
import { artworkBoxSchema } from './artwork-box.js';
import { backgroundField, compositionFields, drawnFields, type Background } from './cut-outs.js';

export * from './artwork-box.js';
export * from './continuing.js';
export * from './cut-outs.js';
export * from './events.js';
export * from './print-files.js';
export * from './sharing.js';
export * from './style.js';
export * from './styles.js';

/** The upload form hints at 10 MB; the server enforces these limits. */
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024;
/** A JPEG is shrunk while it is decoded. The largest camera of a phone has 16320 × 12240 pixels. */
export const UPLOAD_MAX_PIXELS = 200_000_000;
/** For a PNG and a progressive JPEG, which have to be in memory as a whole. "50 MP" phones have 8192 × 6144 pixels. */
export const UPLOAD_MAX_PIXELS_IN_MEMORY = 52_000_000;
export const IMAGE_WIDTHS = [320, 640, 1024] as const;

export const uploadedImageSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
});
export type UploadedImage = z.infer<typeof uploadedImageSchema>;

/** Without an id there are no previews of the photo, and without a size no advice about it. */
export const uploadReader = z.object({
  id: orNull(readable(uploadedImageSchema).shape.id),
  url: z.string(),
  width: orNull(z.int()),
  height: orNull(z.int()),
});
export type Upload = z.output<typeof uploadReader>;

export interface PreviewComposition {
  /** The cut-out to draw; without one the automatic one. */
  readonly cutOutId?: string | null;
  readonly background?: Background;
  /** Cut-outs of the further pets, in their order. */
  readonly furtherCutOutIds?: readonly string[];
}

/**
 * Preview of an uploaded photo in a style: WebP, 512 px on its long side, visible to its uploader only. The first
 * request renders it.
 */
export function stylePreviewUrl(
  uploadId: string,
  styleKey: string,
  { cutOutId, background = 'style', furtherCutOutIds = [] }: PreviewComposition = {},
): string {
  const query = new URLSearchParams();
  if (cutOutId) query.set('cutOut', cutOutId);
  if (background !== 'style') query.set('background', background);
  for (const id of furtherCutOutIds) query.append('with', id);
  const path = `/api/uploads/${uploadId}/previews/${encodeURIComponent(styleKey)}`;
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

export const PET_NAME_MAX = 50;
export const PROMPT_MAX = 500;
/**
 * Photo, style and variation determine the artwork: each number gives another artwork of the same photo. The default is
 * 0, the variation that the preview shows.
 */
export const VARIATION_MAX = 999;
const VARIATION_INVALID = `A variation is a whole number from 0 to ${VARIATION_MAX}`;
export const generateRequestSchema = z.object({
  imageUrl: z.string().check(z.minLength(1), z.maxLength(500)),
  styleKey: z.string().check(z.minLength(1, 'Please choose an art style to continue'), z.maxLength(50)),
  petName: z.optional(
    z.string().check(z.trim(), z.maxLength(PET_NAME_MAX, 'Please use at most 50 characters for the name')),
  ),
  prompt: z.optional(
    z.string().check(z.trim(), z.maxLength(PROMPT_MAX, 'Please use at most 500 characters for the prompt')),
  ),
  variation: z.optional(
    z.int(VARIATION_INVALID).check(z.minimum(0, VARIATION_INVALID), z.maximum(VARIATION_MAX, VARIATION_INVALID)),
  ),
  /**
   * Print area of the intended product, if known. An engine that supports several aspect ratios uses the closest one.
   */
  printArea: z.optional(printSizeField),
  ...compositionFields,
});
export type GenerateRequest = z.infer<typeof generateRequestSchema>;

const pictureSchema = z.object({ id: z.uuid(), url: z.string() });

export const generationSchema = z.object({
  id: z.uuid(),
  outputImageId: z.uuid(),
  outputImage: pictureSchema,
  ...drawnFields,
});
export type Generation = z.infer<typeof generationSchema>;

/** Pages need the address of a picture only. */
const pictureReader = z.pick(pictureSchema, { url: true });

export const generationReader = z.object({
  outputImageId: readable(generationSchema).shape.outputImageId,
  outputImage: orNull(pictureReader),
  engine: readable(generationSchema).shape.engine,
});
export type FinishedGeneration = z.output<typeof generationReader>;

/** Server-sent events of `GET /api/generate/{key}/progress`. */
export const progressSchema = z.object({
  percent: z.int().check(z.minimum(0), z.maximum(100)),
  stage: z.string(),
  /** URL of the unfinished artwork; absent until there is something to show. */
  preview: z.optional(z.string()),
});
export type Progress = z.infer<typeof progressSchema>;

/** URL of the unfinished artwork: WebP, at most 512 px, visible to its requester only, for at most an hour. */
export const partialArtworkUrl = (key: string, number: number): string => `/api/generate/${key}/partials/${number}`;

export const designStatusSchema = z.enum(['pending', 'processing', 'completed', 'failed']);
export type DesignStatus = z.infer<typeof designStatusSchema>;

/**
 * true: an earlier version of the built-in engine drew it. A print that is larger than its file is enlarged; drawn again,
 * it is painted at print resolution. Absent: no.
 */
const isOfEarlierVersion = z.optional(z.boolean());

export const designSchema = z.object({
  id: z.uuid(),
  status: designStatusSchema,
  styleKey: z.string(),
  petName: z.nullable(z.string()),
  variation: z._default(z.int(), 0),
  createdAt: z.iso.datetime(),
  outputImageId: z.nullable(z.uuid()),
  outputImage: z.nullable(pictureSchema),
  errorMessage: z.nullable(z.string()),
  /** Not said of a design that was bought: its print file is made. */
  isOfEarlierVersion,
});
export type Design = z.infer<typeof designSchema>;

export const designReader = z.extend(readable(designSchema), { outputImage: orNull(pictureReader) });
export type DisplayedDesign = z.output<typeof designReader>;

/** The newest designs in one answer. */
export const USER_DESIGNS_LIMIT = 12;
/** `GET /api/admin/users/:id/designs`: how many designs a user has, and the newest. */
export const userDesignsSchema = z.object({ total: z.int(), newest: z.array(designSchema) });
export type UserDesigns = z.infer<typeof userDesignsSchema>;
export const userDesignsReader = z.extend(readable(userDesignsSchema), { newest: z.array(designReader) });

/** How much an artwork shows of its photo; the rating of a print follows from it. */
export const artworkDetailSchema = z.object({
  /** Pixels across the artwork's width that show detail. Fewer than it has where the photo had fewer. */
  widthPx: z.int().check(z.positive()),
  /** true: drawn in flat shapes, whose edges are sharp at any size. */
  isFlat: z.boolean(),
});
export type ArtworkDetail = z.infer<typeof artworkDetailSchema>;

/** What the design page needs to know about an artwork. */
export const artworkDetailsSchema = z.object({
  id: z.uuid(),
  /** Size of its file in pixels. */
  width: z.int(),
  height: z.int(),
  /** true: the print file is redrawn at print resolution. false: the artwork's file is enlarged. */
  isRedrawnForPrint: z.boolean(),
  isOfEarlierVersion,
  /** Where the animal and the name are; absent where it is unknown, or there is none. */
  subjectBox: z.nullish(artworkBoxSchema),
  nameBox: z.nullish(artworkBoxSchema),
  /** Around it, its ground is continued; otherwise the colour of its edge. */
  isGroundContinued: z.optional(z.boolean()),
  /** Null or absent: not known. */
  detail: z.optional(z.nullable(artworkDetailSchema)),
  ...drawnFields,
});
export type ArtworkDetails = z.infer<typeof artworkDetailsSchema>;

/** What an artwork was drawn from, for its owner, who draws the same pets in another style. */
export const artworkSourceSchema = z.object({
  styleKey: z.string(),
  /** As they were typed. */
  petName: z.nullable(z.string()),
  prompt: z.nullable(z.string()),
  variation: z.int(),
  background: backgroundField,
  engine: drawnFields.engine,
  /** From left to right. */
  pets: z.array(
    z.object({
      /** Null: it is no longer stored. */
      photo: z.nullable(uploadedImageSchema),
      /** The corrected cut-out; null for the automatic one. */
      cutOutId: z.nullable(z.uuid()),
    }),
  ),
});
export type ArtworkSource = z.infer<typeof artworkSourceSchema>;

export const artworkSourceReader = readable(artworkSourceSchema);
export type DisplayedArtworkSource = z.output<typeof artworkSourceReader>;

/** Query of `GET /api/designs`; newest first, ties by id. */
export const OWN_DESIGNS_LIMIT = { default: 48, max: 200 } as const;
export const ownDesignsQuerySchema = createPageQuerySchema(OWN_DESIGNS_LIMIT.default, OWN_DESIGNS_LIMIT.max);
/** `GET /api/guest/designs` answers a guest's newest designs. */
export const GUEST_DESIGNS_MAX = 20;
export type OwnDesignsQuery = z.output<typeof ownDesignsQuerySchema>;
