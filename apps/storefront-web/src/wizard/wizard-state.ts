import {
  backgroundField,
  generateRequestSchema,
  PET_NAME_MAX,
  PROMPT_MAX,
  uploadReader,
  VARIATION_MAX,
  type Background,
  type FurtherPet,
  type GenerateRequest,
  type PreviewComposition,
  type Upload,
} from '@shop/contracts-art';
import * as z from 'zod/mini';
import { generatedArtworkSchema, type GeneratedArtwork } from '../wizard-draft.js';
import { EMPTY_PETS, petsReducer, petsSchema, type Pet, type PetsAction } from './pets-state.js';

export const wizardStateSchema = z.object({
  /** Given to a wizard that draws the photos of another; null: its first photo names it. */
  id: z._default(z.nullable(z.string()), null),
  photo: z.nullable(uploadReader),
  /** The advice of the photo check, one sentence each. */
  advice: z.array(z.string()),
  ...petsSchema.shape,
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
  /** What is behind the pets; null until the customer chooses it or requests an artwork. */
  background: z._default(z.nullable(backgroundField), null),
  /** The variation that is being generated; null for the next one. */
  requestedVariation: z._default(z.nullable(z.int()), null),
  /** The variation of the first artwork. */
  firstVariation: z._default(z.int(), 0),
  /** The error of the last generation, if it is shown in the page, or why a photo has to be uploaded again. */
  error: z.nullable(z.string()),
  /** The generated artworks of these photos, style, name and prompt, in the order of their generation. */
  artworks: z._default(z.array(generatedArtworkSchema), []),
  /** The index of the artwork that continues to /customize. */
  chosenIndex: z._default(z.int(), 0),
  /** The page no longer redirects to /customize: the customer did something, or came back. */
  staysOnPage: z._default(z.boolean(), false),
});
export type WizardState = z.infer<typeof wizardStateSchema>;

export const EMPTY_WIZARD: WizardState = {
  id: null,
  photo: null,
  advice: [],
  ...EMPTY_PETS,
  styleKey: null,
  petName: '',
  prompt: '',
  idempotencyKey: null,
  printArea: null,
  background: null,
  requestedVariation: null,
  firstVariation: 0,
  error: null,
  artworks: [],
  chosenIndex: 0,
  staysOnPage: false,
};

interface ArtworkRequest {
  idempotencyKey: string;
  printArea: WizardState['printArea'];
  background: Background;
  /** Without it, the next variation is drawn. */
  variation?: number;
}

type ArtworkAnswer = Pick<GeneratedArtwork, 'imageId' | 'imageUrl'> & { engine?: string | null };

export type WizardAction =
  | { type: 'wizard opened'; state: WizardState }
  | { type: 'photo checked'; advice: string[] }
  | { type: 'photo uploaded'; photo: Upload }
  | { type: 'photo removed' }
  | { type: 'style chosen'; styleKey: string }
  | { type: 'pet name typed'; petName: string }
  | { type: 'prompt typed'; prompt: string }
  | { type: 'background chosen'; background: Background }
  | ({ type: 'artwork requested' } & ArtworkRequest)
  | ({ type: 'artwork generated'; idempotencyKey: string } & ArtworkAnswer)
  | { type: 'artwork chosen'; index: number }
  | { type: 'redirect cancelled' }
  | PetsAction
  | { type: 'generation failed'; error: string | null };

export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'wizard opened':
      return action.state;
    case 'photo checked':
      return { ...state, advice: action.advice };
    case 'photo uploaded':
      return { ...state, photo: action.photo, error: null };
    case 'photo removed':
      return EMPTY_WIZARD;
    case 'style chosen':
      return { ...state, styleKey: action.styleKey };
    case 'pet name typed':
      return { ...state, petName: action.petName };
    case 'prompt typed':
      return { ...state, prompt: action.prompt };
    case 'background chosen':
      return { ...state, background: action.background };
    case 'artwork requested':
      // A second click during a generation must not start, and charge for, another one.
      return state.idempotencyKey ? state : requestArtwork(state, action);
    case 'artwork generated':
      return state.idempotencyKey === action.idempotencyKey ? addArtwork(state, action) : state;
    case 'artwork chosen':
      return { ...state, chosenIndex: action.index };
    case 'redirect cancelled':
      return { ...state, staysOnPage: true };
    case 'generation failed':
      return { ...state, idempotencyKey: null, error: action.error };
    case 'cut-out found':
    case 'cut-out corrected':
    case 'pet added':
    case 'pet checked':
    case 'pet removed':
    case 'pet moved':
      return { ...state, ...petsReducer(state, action) };
  }
}

const requestArtwork = (
  state: WizardState,
  { idempotencyKey, printArea, background, variation }: ArtworkRequest,
): WizardState => ({
  ...state,
  idempotencyKey,
  printArea,
  background,
  requestedVariation: variation ?? getNextVariation(state),
  error: null,
  staysOnPage: hasArtwork(state),
});

/** Appends an artwork and chooses it. */
function addArtwork(state: WizardState, { imageId, imageUrl, engine = null }: ArtworkAnswer): WizardState {
  const variation = getRequestedVariation(state);
  const artwork = { variation, imageId, imageUrl, background: state.background ?? 'style', engine };
  return {
    ...state,
    idempotencyKey: null,
    artworks: [...state.artworks, artwork],
    chosenIndex: state.artworks.length,
  };
}

/** The same picture on another background has the same variation. */
const getNextVariation = ({ artworks, firstVariation }: WizardState): number =>
  artworks.reduce((next, { variation }) => Math.max(next, variation + 1), firstVariation);

const getRequestedVariation = (state: WizardState): number => state.requestedVariation ?? getNextVariation(state);

export const hasArtwork = ({ artworks }: WizardState): boolean => artworks.length > 0;

/** Null until there is an artwork. */
export const getChosenArtwork = ({ artworks, chosenIndex }: WizardState): GeneratedArtwork | null =>
  artworks[chosenIndex] ?? artworks[0] ?? null;

export const canAddVariation = (state: WizardState): boolean => getNextVariation(state) <= VARIATION_MAX;

/** How the style gallery draws the pets. A further pet is drawn once its cut-out is known. */
export const toPreviewComposition = (state: WizardState, background: Background): PreviewComposition => ({
  cutOutId: state.cutOutId,
  background,
  furtherCutOutIds: state.furtherPets.flatMap(({ cutOutId, automaticCutOutId }) => cutOutId ?? automaticCutOutId ?? []),
});

/** Null before there is a photo. */
export const getWizardId = ({ id, photo }: WizardState): string | null => id ?? photo?.url ?? null;

/** The style step with the same photos, cut-outs, name and prompt. */
export const toAnotherStyle = (state: WizardState, id: string): WizardState => ({
  ...EMPTY_WIZARD,
  id,
  photo: state.photo,
  advice: state.advice,
  cutOutId: state.cutOutId,
  automaticCutOutId: state.automaticCutOutId,
  furtherPets: state.furtherPets,
  petName: state.petName,
  prompt: state.prompt,
  background: state.background,
  // Why the photo is missing.
  error: state.photo ? null : state.error,
});

/** The style step as it drew the chosen artwork. */
export const toSameArtwork = (state: WizardState, id: string): WizardState => ({
  ...toAnotherStyle(state, id),
  styleKey: state.styleKey,
  firstVariation: getChosenArtwork(state)?.variation ?? 0,
});

export type WizardStep = 'upload' | 'style' | 'generate';

export function getWizardStep(state: WizardState): WizardStep {
  if (!state.photo) return 'upload';
  return state.idempotencyKey && state.styleKey ? 'generate' : 'style';
}

/**
 * The request for the next artwork; null until photo and style are chosen. What is empty or as usual is omitted: the
 * variation of the first artwork, the print area if no product is chosen, an automatic cut-out, the style's background.
 */
export function toGenerateRequest(state: WizardState): GenerateRequest | null {
  const { photo, styleKey, petName, prompt, printArea, cutOutId, background, furtherPets } = state;
  if (!photo || !styleKey) return null;
  const variation = getRequestedVariation(state);
  return {
    imageUrl: photo.url,
    styleKey,
    ...(petName.trim() && { petName: petName.trim() }),
    ...(prompt.trim() && { prompt: prompt.trim() }),
    ...(variation > 0 && { variation }),
    ...(printArea && { printArea }),
    ...(cutOutId && { cutOutId }),
    ...(background && background !== 'style' && { background }),
    ...(furtherPets.length > 0 && { furtherPets: furtherPets.map(toFurtherPet) }),
  };
}

const toFurtherPet = ({ photo, cutOutId }: Pet): FurtherPet => ({
  imageUrl: photo.url,
  ...(cutOutId && { cutOutId }),
});
