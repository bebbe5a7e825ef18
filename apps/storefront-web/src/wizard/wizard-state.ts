import {
  generateRequestSchema,
  PET_NAME_MAX,
  PROMPT_MAX,
  uploadReader,
  VARIATION_MAX,
  type GenerateRequest,
  type Upload,
} from '@shop/contracts/art';
import * as z from 'zod/mini';
import { generatedArtworkSchema, type GeneratedArtwork } from '../wizard-draft.js';

export const wizardStateSchema = z.object({
  photo: z.nullable(uploadReader),
  /** The advice of the photo check, one sentence each. */
  advice: z.array(z.string()),
  styleKey: z.nullable(z.string()),
  petName: z.string().check(z.maxLength(PET_NAME_MAX)),
  prompt: z.string().check(z.maxLength(PROMPT_MAX)),
  /** The idempotency key of the running generation; repeated requests use the same key. */
  idempotencyKey: z.nullable(z.uuid()),
  /**
   * The print area of the product that was chosen when the artwork was requested. It is stored, because all requests
   * with one key must be equal.
   */
  printArea: z._default(z.nullable(generateRequestSchema.shape.printArea), null),
  /** The error of the last generation, if it is shown in the page. */
  error: z.nullable(z.string()),
  /** The generated artworks of this photo, style, name and prompt, in the order of their variations: 0, 1, 2, … */
  artworks: z._default(z.array(generatedArtworkSchema), []),
  /** The variation that continues to /customize. */
  chosenVariation: z._default(z.int(), 0),
  /** The page no longer redirects to /customize: another variation was requested, or the customer came back. */
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
  error: null,
  artworks: [],
  chosenVariation: 0,
  staysOnPage: false,
};

export type WizardAction =
  | { type: 'photo checked'; advice: string[] }
  | { type: 'photo uploaded'; photo: Upload }
  | { type: 'photo removed' }
  | { type: 'style chosen'; styleKey: string }
  | { type: 'pet name typed'; petName: string }
  | { type: 'prompt typed'; prompt: string }
  | { type: 'artwork requested'; idempotencyKey: string; printArea: WizardState['printArea'] }
  | { type: 'artwork generated'; idempotencyKey: string; imageId: string; imageUrl: string }
  | { type: 'artwork chosen'; variation: number }
  | { type: 'generation failed'; error: string | null };

export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'photo checked':
      return { ...state, advice: action.advice };
    case 'photo uploaded':
      return { ...state, photo: action.photo };
    case 'photo removed':
      return EMPTY_WIZARD;
    case 'style chosen':
      return { ...state, styleKey: action.styleKey };
    case 'pet name typed':
      return { ...state, petName: action.petName };
    case 'prompt typed':
      return { ...state, prompt: action.prompt };
    case 'artwork requested':
      // A second click during a generation must not start, and charge for, another one.
      return state.idempotencyKey
        ? state
        : {
            ...state,
            idempotencyKey: action.idempotencyKey,
            printArea: action.printArea,
            error: null,
            staysOnPage: hasArtwork(state),
          };
    case 'artwork generated':
      return state.idempotencyKey === action.idempotencyKey ? addArtwork(state, action) : state;
    case 'artwork chosen':
      return { ...state, chosenVariation: action.variation };
    case 'generation failed':
      return { ...state, idempotencyKey: null, error: action.error };
  }
}

/** Appends an artwork and chooses it. */
function addArtwork(
  state: WizardState,
  { imageId, imageUrl }: Pick<GeneratedArtwork, 'imageId' | 'imageUrl'>,
): WizardState {
  const variation = state.artworks.length;
  return {
    ...state,
    idempotencyKey: null,
    artworks: [...state.artworks, { variation, imageId, imageUrl }],
    chosenVariation: variation,
  };
}

export const hasArtwork = ({ artworks }: WizardState): boolean => artworks.length > 0;

/** Null until there is an artwork. */
export const getChosenArtwork = ({ artworks, chosenVariation }: WizardState): GeneratedArtwork | null =>
  artworks.find(({ variation }) => variation === chosenVariation) ?? null;

export const canAddVariation = ({ artworks }: WizardState): boolean => artworks.length <= VARIATION_MAX;

export type WizardStep = 'upload' | 'style' | 'generate';

export function getWizardStep(state: WizardState): WizardStep {
  if (!state.photo) return 'upload';
  return state.idempotencyKey && state.styleKey ? 'generate' : 'style';
}

/**
 * The request for the next artwork; null until photo and style are chosen. Empty fields are omitted, and so are the
 * variation of the first artwork and the print area if no product is chosen.
 */
export function toGenerateRequest({
  photo,
  styleKey,
  petName,
  prompt,
  printArea,
  artworks,
}: WizardState): GenerateRequest | null {
  if (!photo || !styleKey) return null;
  return {
    imageUrl: photo.url,
    styleKey,
    ...(petName.trim() && { petName: petName.trim() }),
    ...(prompt.trim() && { prompt: prompt.trim() }),
    ...(artworks.length > 0 && { variation: artworks.length }),
    ...(printArea && { printArea }),
  };
}
