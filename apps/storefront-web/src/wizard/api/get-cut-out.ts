import { cutOutReader, cutOutUrl } from '@shop/contracts/art';
import { api, ApiError, ConnectionError, UnexpectedResponseError } from '@shop/web-kit';
import { queryOptions, skipToken } from '@tanstack/react-query';

const RETRIES_MAX = 3;
const RETRY_SECONDS = 2;

/** The automatic cut-out of a photo. The server answers when it is computed. */
export const cutOutQuery = (uploadId: string | null) =>
  queryOptions({
    queryKey: ['cut-out', uploadId],
    queryFn: uploadId === null ? skipToken : ({ signal }) => api.get(cutOutUrl(uploadId), cutOutReader, { signal }),
    staleTime: Infinity,
    retry: (failures, error) => failures < RETRIES_MAX && isPassing(error),
    retryDelay: (_, error) => 1_000 * ((error instanceof ApiError && error.retryAfterSeconds) || RETRY_SECONDS),
  });

const isPassing = (error: Error): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && [502, 503, 504].includes(error.status));

/** The server does not know cut-outs, so it knows neither backgrounds nor further pets. */
export const isUnknownCall = (error: Error | null): boolean =>
  error instanceof UnexpectedResponseError ||
  (error instanceof ApiError && [400, 404, 405, 501].includes(error.status));
