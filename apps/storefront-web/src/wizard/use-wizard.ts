import { useEffect, useReducer, useRef } from 'react';
import { NavigationType, type Location, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import { readStyleKey } from '../paths.js';
import { findFinishedWizard, readEntryState, saveFinishedWizard, toEntryState, WIZARD_DRAFT } from '../wizard-draft.js';
import {
  EMPTY_WIZARD,
  getWizardId,
  hasArtwork,
  toAnotherStyle,
  wizardReducer,
  wizardStateSchema,
  type WizardState,
} from './wizard-state.js';

const readUnfinished = (): WizardState | null => readDraft(WIZARD_DRAFT, wizardStateSchema);

/** The finished wizard of a history entry, or the one that has no artwork yet. */
function readStoredState(wizardId: string | null): WizardState {
  const finished = wizardStateSchema.safeParse(wizardId === null ? null : findFinishedWizard(wizardId)?.state);
  const state = finished.success ? finished.data : readUnfinished();
  // A customer who comes back to an artwork is not redirected.
  return state ? { ...state, staysOnPage: hasArtwork(state) } : EMPTY_WIZARD;
}

/** A style in the address is chosen, until the history entry has a wizard of its own. */
function readInitialState({ state: entryState, search }: Location): WizardState {
  const wizardId = readEntryState(entryState);
  const state = readStoredState(wizardId);
  const styleKey = readStyleKey(search);
  return wizardId === null && styleKey !== null && !hasArtwork(state) && !state.idempotencyKey
    ? { ...state, styleKey }
    : state;
}

function storeState(state: WizardState): void {
  const id = getWizardId(state);
  if (id === null) return removeDraft(WIZARD_DRAFT);
  if (!hasArtwork(state)) return saveDraft(WIZARD_DRAFT, state);
  saveFinishedWizard({ id, imageIds: state.artworks.map(({ imageId }) => imageId), state });
  const unfinished = readUnfinished();
  if (unfinished && getWizardId(unfinished) === id) removeDraft(WIZARD_DRAFT);
}

/**
 * The wizard's state. It is stored in this tab, so that a reload restores it and joins a running generation. A wizard
 * with artworks belongs to its history entry: Back shows it again, and the next visit starts with a new photo.
 */
export function useWizard() {
  const location = useLocation();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const entryId = readEntryState(location.state);
  const [state, dispatch] = useReducer(wizardReducer, location, readInitialState);
  const id = getWizardId(state);
  const openedKey = useRef(location.key);

  useEffect(() => {
    storeState(state);
  }, [state]);
  useEffect(() => {
    const isOpened = location.key !== openedKey.current && navigationType !== NavigationType.Replace;
    openedKey.current = location.key;
    if (id === entryId) return;
    if (isOpened) dispatch({ type: 'wizard opened', state: readStoredState(entryId) });
    else void navigate(location, { replace: true, state: toEntryState(id) });
  }, [id, entryId, location, navigationType, navigate]);
  return [state, dispatch] as const;
}

/** Opens the style step with the same pets, as a further history entry: Back shows the artworks again. */
export function useAnotherStyle(state: WizardState): () => void {
  const location = useLocation();
  const navigate = useNavigate();
  return () => {
    const id = crypto.randomUUID();
    saveDraft(WIZARD_DRAFT, toAnotherStyle(state, id));
    void navigate(location, { state: toEntryState(id) });
  };
}
