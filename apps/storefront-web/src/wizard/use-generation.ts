import { progressSchema, type GenerateRequest, type Progress } from '@shop/contracts/art';
import { generateArtwork, streamProgress } from '@shop/contracts/routes';
import { api, ApiError, ConnectionError } from '@shop/web-kit';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { subscribeToEvents } from '../event-stream.js';

/** Unavailable or timed out, as during a restart. */
const UNAVAILABLE_STATUSES = [503, 504];

/**
 * A restarting service sends a `Retry-After` of a few seconds. An overloaded art service sends a longer one and would
 * refuse an earlier retry.
 */
const RESTART_SECONDS_MAX = 15;

/** True if the response was lost, not refused: the generation continues and can be joined again. */
function isConnectionLoss(error: Error): boolean {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return UNAVAILABLE_STATUSES.includes(error.status) && (error.retryAfterSeconds ?? 0) <= RESTART_SECONDS_MAX;
}

/** A restarting service is back within seconds and continues the generation: 1 + 2 + 4 s cover that. */
const RETRIES_MAX = 3;
const RETRY_MS = 1_000;

/** First delay before a rejected stream is opened again: it may arrive before its request. Further ones are twice as long. */
const STREAM_RETRY_MS = 250;
const STREAM_RETRY_MAX_MS = 4_000;

/**
 * Follows the progress of a running generation until it ends or the returned function is called. Only the response of
 * `POST /api/generate` decides whether the generation succeeded.
 */
export const subscribeToProgress = (idempotencyKey: string, onProgress: (progress: Progress) => void): (() => void) =>
  subscribeToEvents({
    url: api.url(streamProgress, { params: { key: idempotencyKey } }),
    eventType: 'progress',
    schema: progressSchema,
    onEvent: onProgress,
    endEventTypes: ['done', 'failed'],
    retryDelayMs: (rejections) => Math.min(STREAM_RETRY_MAX_MS, STREAM_RETRY_MS * 2 ** (rejections - 1)),
  });

/** A query instead of a mutation: a repeated request with the same key joins the running generation. */
const generationQuery = (idempotencyKey: string | null, request: GenerateRequest | null) =>
  queryOptions({
    queryKey: ['generation', idempotencyKey],
    queryFn:
      idempotencyKey && request
        ? ({ signal }) =>
            api.call(generateArtwork, { body: request, headers: { 'Idempotency-Key': idempotencyKey }, signal })
        : skipToken,
    staleTime: Infinity,
    refetchOnMount: false,
    retry: (failures, error) => failures < RETRIES_MAX && isConnectionLoss(error),
    retryDelay: (failures) => RETRY_MS * 2 ** failures,
  });

/** Waits for an artwork and follows its progress. Idle while `idempotencyKey` is null. */
export function useGeneration(idempotencyKey: string | null, request: GenerateRequest | null) {
  const generation = useQuery(generationQuery(idempotencyKey, request));
  const [progress, setProgress] = useState<Progress & { idempotencyKey: string }>();
  const isRunning = generation.isFetching;

  useEffect(() => {
    if (!idempotencyKey || !isRunning) return;
    return subscribeToProgress(idempotencyKey, (step) => setProgress({ ...step, idempotencyKey }));
  }, [idempotencyKey, isRunning]);

  return { ...generation, progress: progress?.idempotencyKey === idempotencyKey ? progress : undefined };
}
