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
  toSameArtwork,
  wizardReducer,
  wizardStateSchema,
  type WizardState,
} from './wizard-state.js';

const readUnfinished = (): WizardState | null => readDraft(WIZARD_DRAFT, wizardStateSchema);

function readFinished(wizardId: string | undefined): WizardState | null {
  const parsed = wizardStateSchema.safeParse(wizardId === undefined ? null : findFinishedWizard(wizardId)?.state);
  return parsed.success ? parsed.data : null;
}

/** The wizard of a history entry: its finished one, a copy in another or the same style, or the one that has no artwork yet. */
function readStoredState({ key, state: entryState, search }: Location): WizardState {
  const { wizardId, copyOf, sameAs } = readEntryState(entryState);
  const original = readFinished(copyOf);
  if (original) return toAnotherStyle(original, key);
  const drawn = readFinished(sameAs);
  if (drawn) return toSameArtwork(drawn, key);

  const state = readFinished(wizardId) ?? readUnfinished() ?? EMPTY_WIZARD;
  // A customer who comes back to an artwork is not redirected.
  if (hasArtwork(state)) return { ...state, staysOnPage: true };
  // A style in the address is chosen, until the history entry has a wizard of its own.
  const styleKey = readStyleKey(search);
  return wizardId === undefined && styleKey !== null && !state.idempotencyKey ? { ...state, styleKey } : state;
}

/** A copy of a drawn wizard doesn't replace the customer's unfinished one: it belongs to its history entry. */
function storeState(state: WizardState): void {
  const id = getWizardId(state);
  if (id === null) return removeDraft(WIZARD_DRAFT);
  const unfinished = readUnfinished();
  const isCopyBeside = state.id !== null && (!state.photo || (unfinished !== null && getWizardId(unfinished) !== id));
  if (!hasArtwork(state) && !isCopyBeside) return saveDraft(WIZARD_DRAFT, state);
  saveFinishedWizard({ id, imageIds: state.artworks.map(({ imageId }) => imageId), state });
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
  const entryId = readEntryState(location.state).wizardId ?? null;
  const [state, dispatch] = useReducer(wizardReducer, location, readStoredState);
  const id = getWizardId(state);
  const openedKey = useRef(location.key);

  useEffect(() => {
    storeState(state);
  }, [state]);
  useEffect(() => {
    const isOpened = location.key !== openedKey.current && navigationType !== NavigationType.Replace;
    openedKey.current = location.key;
    if (id === entryId) return;
    if (isOpened) dispatch({ type: 'wizard opened', state: readStoredState(location) });
    else void navigate(location, { replace: true, state: toEntryState(id) });
  }, [id, entryId, location, navigationType, navigate]);
  return [state, dispatch] as const;
}
