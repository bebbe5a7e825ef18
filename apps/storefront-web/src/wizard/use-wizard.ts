import { useEffect, useReducer } from 'react';
import { removeDraft, saveDraft, readDraft } from '../draft.js';
import { archiveWizardDraft, WIZARD_DRAFT } from '../wizard-draft.js';
import { EMPTY_WIZARD, hasArtwork, wizardReducer, wizardStateSchema, type WizardState } from './wizard-state.js';

/** Who comes back to an artwork has time to look at it. */
function readStoredState(): WizardState | null {
  const kept = readDraft(WIZARD_DRAFT, wizardStateSchema);
  return kept && { ...kept, staysOnPage: hasArtwork(kept) };
}

/** The wizard's state; a reload of the tab finds it again, and with it the try that runs. Once there is an artwork and the page is left, the next visit starts with a new photo. */
export function useWizard() {
  const [state, dispatch] = useReducer(wizardReducer, EMPTY_WIZARD, (empty) => readStoredState() ?? empty);
  const isDone = hasArtwork(state);
  useEffect(() => (isDone ? archiveWizardDraft : undefined), [isDone]);
  useEffect(() => {
    if (state === EMPTY_WIZARD) removeDraft(WIZARD_DRAFT);
    else saveDraft(WIZARD_DRAFT, state);
  }, [state]);
  return [state, dispatch] as const;
}
