import { useEffect, useReducer } from 'react';
import { removeDraft, saveDraft, readDraft } from '../draft.js';
import { archiveWizardDraft, WIZARD_DRAFT } from '../wizard-draft.js';
import { EMPTY_WIZARD, hasArtwork, wizardReducer, wizardStateSchema, type WizardState } from './wizard-state.js';

/** A customer who comes back to an artwork is not redirected. */
function readStoredState(): WizardState | null {
  const stored = readDraft(WIZARD_DRAFT, wizardStateSchema);
  return stored && { ...stored, staysOnPage: hasArtwork(stored) };
}

/**
 * The wizard's state, stored as a draft: a reload restores it and joins a running generation. Leaving the page after an
 * artwork was generated archives the draft, so that the next visit starts with a new photo.
 */
export function useWizard() {
  const [state, dispatch] = useReducer(wizardReducer, EMPTY_WIZARD, (empty) => readStoredState() ?? empty);
  const hasAnyArtwork = hasArtwork(state);
  useEffect(() => (hasAnyArtwork ? archiveWizardDraft : undefined), [hasAnyArtwork]);
  useEffect(() => {
    if (state === EMPTY_WIZARD) removeDraft(WIZARD_DRAFT);
    else saveDraft(WIZARD_DRAFT, state);
  }, [state]);
  return [state, dispatch] as const;
}
