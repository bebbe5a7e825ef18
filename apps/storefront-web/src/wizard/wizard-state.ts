import { PET_NAME_MAX, PROMPT_MAX, uploadedImageSchema, type GenerateRequest, type UploadedImage } from '@shop/contracts/art';
import { z } from 'zod';

export const wizardStateSchema = z.object({
  photo: uploadedImageSchema.nullable(),
  /** What the coach says of the photo, one sentence each. */
  advice: z.array(z.string()),
  styleKey: z.string().nullable(),
  petName: z.string().max(PET_NAME_MAX),
  prompt: z.string().max(PROMPT_MAX),
  /** The idempotency key under which one artwork is asked for, however often the request is sent. */
  tryKey: z.uuid().nullable(),
  /** Why the last try was refused, where trying the same again would not help. */
  refusal: z.string().nullable(),
});
export type WizardState = z.infer<typeof wizardStateSchema>;

export const EMPTY_WIZARD: WizardState = { photo: null, advice: [], styleKey: null, petName: '', prompt: '', tryKey: null, refusal: null };

export type WizardEvent =
  | { type: 'photo looked at'; advice: string[] }
  | { type: 'photo uploaded'; photo: UploadedImage }
  | { type: 'photo dropped' }
  | { type: 'style chosen'; styleKey: string }
  | { type: 'pet name typed'; petName: string }
  | { type: 'prompt typed'; prompt: string }
  | { type: 'artwork asked for'; tryKey: string }
  | { type: 'generation failed'; refusal: string | null };

export function nextWizardState(state: WizardState, event: WizardEvent): WizardState {
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
      return state.tryKey ? state : { ...state, tryKey: event.tryKey, refusal: null };
    case 'generation failed':
      return { ...state, tryKey: null, refusal: event.refusal };
  }
}

export type WizardStep = 'upload' | 'style' | 'generate';

export function wizardStep(state: WizardState): WizardStep {
  if (!state.photo) return 'upload';
  return state.tryKey && state.styleKey ? 'generate' : 'style';
}

/** Null until photo and style are chosen. Name and prompt are left out when empty. */
export function generateRequest({ photo, styleKey, petName, prompt }: WizardState): GenerateRequest | null {
  if (!photo || !styleKey) return null;
  return {
    imageUrl: photo.url,
    styleKey,
    ...(petName.trim() && { petName: petName.trim() }),
    ...(prompt.trim() && { prompt: prompt.trim() }),
  };
}
