import * as z from 'zod/mini';
import { readable } from '@shop/contracts-common';

/**
 * The outline of the pet in an uploaded photo. It never changes under its id: a customer's correction is a new cut-out.
 */
export const cutOutSchema = z.object({
  id: z.uuid(),
  /** PNG, 8 bit grey, in the photo's proportions: 255 is drawn, 0 is not. Visible to the photo's uploader only. */
  maskUrl: z.string(),
  width: z.int(),
  height: z.int(),
  /** How the pet was found: by the network, by contrast, by the photo's own transparency, or by the customer's brush. */
  source: z.enum(['network', 'contrast', 'transparency', 'customer']),
  /** false: nothing in the photo stands out like a pet; the cut-out is the middle of the frame. */
  hasSubject: z.boolean(),
});
export type CutOut = z.infer<typeof cutOutSchema>;

export const cutOutReader = z.extend(z.omit(readable(cutOutSchema), { source: true }), {
  hasSubject: z._default(z.boolean(), true),
});
export type DisplayedCutOut = z.output<typeof cutOutReader>;

export const cutOutUrl = (uploadId: string): string => `/api/uploads/${uploadId}/cut-out`;
/** `POST`: a corrected mask, as the form field `image`. */
export const cutOutsUrl = (uploadId: string): string => `/api/uploads/${uploadId}/cut-outs`;
export const cutOutMaskUrl = (uploadId: string, cutOutId: string): string => `${cutOutsUrl(uploadId)}/${cutOutId}`;

/** Corrections that are stored for one photo. */
export const CUT_OUTS_MAX = 50;

export const BACKGROUND = /^(?:style|none|#[0-9a-f]{6})$/;

/** What is behind the pet: `style` as the style draws it, `none` nothing (transparent), or a plain colour. */
export const backgroundField = z.string().check(z.regex(BACKGROUND, 'Please choose one of the backgrounds'));
export type Background = z.infer<typeof backgroundField>;

/** The plain colour of a background, `#rrggbb`; null for the others. */
export const getPlainColour = (background: Background): string | null =>
  background.startsWith('#') ? background : null;

/** Pets in one artwork. */
export const PETS_MAX = 4;

/** A further pet of an artwork: another uploaded photo, and the cut-out that the customer approved. */
const furtherPetSchema = z.object({
  imageUrl: z.string().check(z.minLength(1), z.maxLength(500)),
  cutOutId: z.optional(z.uuid()),
});
export type FurtherPet = z.infer<typeof furtherPetSchema>;

/** Further fields of `POST /api/generate`. All are optional. */
export const compositionFields = {
  /** A cut-out of the photo; without one the automatic one is used. */
  cutOutId: z.optional(z.uuid()),
  background: z.optional(backgroundField),
  /** In their order from left to right, after the photo itself. */
  furtherPets: z.optional(
    z.array(furtherPetSchema).check(z.maxLength(PETS_MAX - 1, `Please choose at most ${PETS_MAX} photos`)),
  ),
};

const OTHER_CUT_OUTS_INVALID = `Please choose at most ${PETS_MAX} photos`;

/** Query of a style preview; see `stylePreviewUrl`. */
export const previewQuerySchema = z.object({
  /** A cut-out of the photo; without one the automatic one is drawn. */
  cutOut: z.optional(z.uuid()),
  background: z._default(backgroundField, 'style'),
  /** Cut-outs of the further pets, in their order: once for each. */
  with: z.optional(z.union([z.uuid(), z.array(z.uuid()).check(z.maxLength(PETS_MAX - 1, OTHER_CUT_OUTS_INVALID))])),
});
export type PreviewQuery = z.output<typeof previewQuerySchema>;

/** A corrected mask is a PNG of at most this size. */
export const MASK_MAX_BYTES = 2 * 1024 * 1024;

/** How an artwork was made, as a picture's optional fields. */
export const drawnFields = {
  /** The engine that drew it: `built-in` or `openai`. */
  engine: z.optional(z.string()),
  background: z.optional(z.string()),
};
