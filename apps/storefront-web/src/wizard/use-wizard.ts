import { useEffect, useReducer } from 'react';
import { dropDraft, keepDraft, readDraft } from '../draft.js';
import { EMPTY_WIZARD, nextWizardState, wizardStateSchema } from './wizard-state.js';

const DRAFT = 'wizard';

/** The wizard's state; a reload of the tab finds it again, and with it the try that runs. */
export function useWizard() {
  const [state, dispatch] = useReducer(nextWizardState, EMPTY_WIZARD, (empty) => readDraft(DRAFT, wizardStateSchema) ?? empty);
  useEffect(() => {
    keepDraft(DRAFT, state);
  }, [state]);
  return [state, dispatch] as const;
}

/** Once the artwork is there and the page is left, the next visit starts with a new photo. */
export const forgetWizard = (): void => dropDraft(DRAFT);
