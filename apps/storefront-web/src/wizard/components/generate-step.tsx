import type { Progress } from '@shop/contracts/art';
import type { Dispatch } from 'react';
import { getChosenArtwork, type WizardAction, type WizardState } from '../wizard-state.js';
import { CompleteView } from './complete-view.js';
import { GeneratingView } from './generating-view.js';

interface Props {
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  progress: Progress | undefined;
}

/** The artwork while it is generated, and the finished one. Both are downloaded together, after the upload. */
export function GenerateStep({ state, dispatch, progress }: Props) {
  const artwork = getChosenArtwork(state);
  return artwork ? (
    <CompleteView artwork={artwork} state={state} dispatch={dispatch} progress={progress} />
  ) : (
    <GeneratingView photoUrl={state.photo?.url ?? null} progress={progress} />
  );
}
