import { usePetCutOut } from '../use-pet-cut-out.js';
import type { Pet } from '../pets-state.js';
import { BackgroundChoice } from './background-choice.js';
import type { ComponentProps } from 'react';

/** The background of the next artwork. Nothing is shown if the server does not know backgrounds. */
export function StyleBackground({ pet, ...props }: ComponentProps<typeof BackgroundChoice> & { pet: Pet }) {
  return usePetCutOut(pet).state === 'unknown' ? null : <BackgroundChoice {...props} />;
}
