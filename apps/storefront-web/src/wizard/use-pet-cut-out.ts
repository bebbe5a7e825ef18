import { cutOutMaskUrl, type DisplayedCutOut } from '@shop/contracts-art';
import { getAutomaticCutOut } from '@shop/contracts-art/routes';
import { api, ApiError, ConnectionError, UnexpectedResponseError } from '@shop/web-kit';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Pet } from './pets-state.js';

const RETRIES_MAX = 3;
const RETRY_SECONDS = 2;

/** The automatic cut-out of a photo. The server answers when it is computed. */
const cutOutQuery = (uploadId: string | null) =>
  queryOptions({
    queryKey: ['cut-out', uploadId],
    queryFn:
      uploadId === null
        ? skipToken
        : ({ signal }) => api.call(getAutomaticCutOut, { params: { id: uploadId }, signal }),
    staleTime: Infinity,
    retry: (failures, error) => failures < RETRIES_MAX && isPassing(error),
    retryDelay: (_, error) => 1_000 * ((error instanceof ApiError && error.retryAfterSeconds) || RETRY_SECONDS),
  });

const isPassing = (error: Error): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && [502, 503, 504].includes(error.status));

/** The server does not know cut-outs, so it knows neither backgrounds nor further pets. */
const isUnknownCall = (error: Error | null): boolean =>
  error instanceof UnexpectedResponseError ||
  (error instanceof ApiError && [400, 404, 405, 501].includes(error.status));

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
