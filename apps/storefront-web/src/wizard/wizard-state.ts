import {
  generateRequestSchema,
  PET_NAME_MAX,
  PROMPT_MAX,
  uploadedImageSchema,
  VARIATION_MAX,
  type GenerateRequest,
  type UploadedImage,
} from '@shop/contracts/art';
import * as z from 'zod/mini';
import { generatedArtworkSchema, type GeneratedArtwork } from '../wizard-draft.js';

export const wizardStateSchema = z.object({
  photo: z.nullable(uploadedImageSchema),
  /** What the coach says of the photo, one sentence each. */
  advice: z.array(z.string()),
  styleKey: z.nullable(z.string()),
  petName: z.string().check(z.maxLength(PET_NAME_MAX)),
  prompt: z.string().check(z.maxLength(PROMPT_MAX)),
  /** The idempotency key under which one artwork is asked for, however often the request is sent. */
  idempotencyKey: z.nullable(z.uuid()),
  /** Of the product that was chosen when the artwork was asked for: under one key always the same is said. */
  printArea: z._default(z.nullable(generateRequestSchema.shape.printArea), null),
  /** Why the last try was refused, where trying the same again would not help. */
  refusal: z.nullable(z.string()),
  /** The artworks of this photo, style, name and prompt so far, in the order of their variations: 0, 1, 2, … */
  made: z._default(z.array(generatedArtworkSchema), []),
  /** The variation that goes on to /customize. */
  chosen: z._default(z.int(), 0),
  /** Another variation was asked for, or somebody came back: nobody is taken to /customize without asking any more. */
  staysOnPage: z._default(z.boolean(), false),
});
export type WizardState = z.infer<typeof wizardStateSchema>;

export const EMPTY_WIZARD: WizardState = {
  photo: null,
  advice: [],
  styleKey: null,
  petName: '',
  prompt: '',
  idempotencyKey: null,
  printArea: null,
  refusal: null,
  made: [],
  chosen: 0,
  staysOnPage: false,
};

export type WizardAction =
  | { type: 'photo looked at'; advice: string[] }
  | { type: 'photo uploaded'; photo: UploadedImage }
  | { type: 'photo dropped' }
  | { type: 'style chosen'; styleKey: string }
  | { type: 'pet name typed'; petName: string }
  | { type: 'prompt typed'; prompt: string }
  | { type: 'artwork asked for'; idempotencyKey: string; printArea: WizardState['printArea'] }
  | { type: 'artwork made'; idempotencyKey: string; imageId: string; imageUrl: string }
  | { type: 'artwork chosen'; variation: number }
  | { type: 'generation failed'; refusal: string | null };

export function wizardReducer(state: WizardState, event: WizardAction): WizardState {
  switch (event.type) {
    case 'photo looked at':
      return { ...state, advice: event.advice };
    case 'photo uploaded':
      return { ...state, photo: event.photo };
    case 'photo dropped':
      return EMPTY_WIZARD;
    case 'style chosen':
      return { ...state, styleKey: event.styleKey };
    case 'pet name typed':
      return { ...state, petName: event.petName };
    case 'prompt typed':
      return { ...state, prompt: event.prompt };
    case 'artwork asked for':
      // A second click while a try runs must not draw, and pay, twice.
      return state.idempotencyKey
        ? state
        : {
            ...state,
            idempotencyKey: event.idempotencyKey,
            printArea: event.printArea,
            refusal: null,
            staysOnPage: hasArtwork(state),
          };
    case 'artwork made':
      return state.idempotencyKey === event.idempotencyKey ? addArtwork(state, event) : state;
    case 'artwork chosen':
      return { ...state, chosen: event.variation };
    case 'generation failed':
      return { ...state, idempotencyKey: null, refusal: event.refusal };
  }
}

/** The newest is shown first. */
function addArtwork(
  state: WizardState,
  { imageId, imageUrl }: Pick<GeneratedArtwork, 'imageId' | 'imageUrl'>,
): WizardState {
  const variation = state.made.length;
  return { ...state, idempotencyKey: null, made: [...state.made, { variation, imageId, imageUrl }], chosen: variation };
}

export const hasArtwork = ({ made }: WizardState): boolean => made.length > 0;

/** Null until there is an artwork. */
export const chosenArtwork = ({ made, chosen }: WizardState): GeneratedArtwork | null =>
  made.find(({ variation }) => variation === chosen) ?? null;

export const canAddVariation = ({ made }: WizardState): boolean => made.length <= VARIATION_MAX;

export type WizardStep = 'upload' | 'style' | 'generate';

export function getWizardStep(state: WizardState): WizardStep {
  if (!state.photo) return 'upload';
  return state.idempotencyKey && state.styleKey ? 'generate' : 'style';
}

/** For the next artwork; null until photo and style are chosen. Name and prompt are left out when empty, the variation of the first one, and the print area where no product is chosen. */
export function toGenerateRequest({
  photo,
  styleKey,
  petName,
  prompt,
  printArea,
  made,
}: WizardState): GenerateRequest | null {
  if (!photo || !styleKey) return null;
  return {
    imageUrl: photo.url,
    styleKey,
    ...(petName.trim() && { petName: petName.trim() }),
    ...(prompt.trim() && { prompt: prompt.trim() }),
    ...(made.length > 0 && { variation: made.length }),
    ...(printArea && { printArea }),
  };
}
