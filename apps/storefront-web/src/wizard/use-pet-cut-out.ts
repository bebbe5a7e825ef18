import { cutOutMaskUrl, type DisplayedCutOut } from '@shop/contracts/art';
import { useQuery } from '@tanstack/react-query';
import { cutOutQuery, isUnknownCall } from './api/get-cut-out.js';
import type { Pet } from './pets-state.js';

export type PetCutOut =
  | { state: 'pending' }
  /** The server does not know cut-outs at all. */
  | { state: 'unknown' }
  | { state: 'failed'; retry: () => void }
  | { state: 'found'; automatic: DisplayedCutOut; maskUrl: string };

/** The automatic cut-out of a pet, and the mask that is drawn: the automatic or the corrected one. */
export function usePetCutOut({ photo, cutOutId }: Pick<Pet, 'photo' | 'cutOutId'>): PetCutOut {
  const { data: automatic, error, refetch } = useQuery(cutOutQuery(photo.id));
  if (photo.id === null) return { state: 'unknown' };
  if (automatic)
    return {
      state: 'found',
      automatic,
      maskUrl: cutOutId ? cutOutMaskUrl(photo.id, cutOutId) : automatic.maskUrl,
    };
  if (!error) return { state: 'pending' };
  return isUnknownCall(error) ? { state: 'unknown' } : { state: 'failed', retry: () => void refetch() };
}
