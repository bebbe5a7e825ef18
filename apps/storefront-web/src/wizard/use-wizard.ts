import { useEffect, useReducer } from 'react';
import { dropDraft, keepDraft, readDraft } from '../draft.js';
import { leaveWizard, WIZARD_DRAFT } from '../variations.js';
import { EMPTY_WIZARD, hasArtwork, nextWizardState, wizardStateSchema, type WizardState } from './wizard-state.js';

/** Who comes back to an artwork has time to look at it. */
function keptState(): WizardState | null {
  const kept = readDraft(WIZARD_DRAFT, wizardStateSchema);
  return kept && { ...kept, stays: hasArtwork(kept) };
}

/** The wizard's state; a reload of the tab finds it again, and with it the try that runs. Once there is an artwork and the page is left, the next visit starts with a new photo. */
export function useWizard() {
  const [state, dispatch] = useReducer(nextWizardState, EMPTY_WIZARD, (empty) => keptState() ?? empty);
  const isDone = hasArtwork(state);
  useEffect(() => (isDone ? leaveWizard : undefined), [isDone]);
  useEffect(() => {
    if (state === EMPTY_WIZARD) dropDraft(WIZARD_DRAFT);
    else keepDraft(WIZARD_DRAFT, state);
  }, [state]);
  return [state, dispatch] as const;
}
