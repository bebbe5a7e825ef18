import { progressSchema, type GenerateRequest, type Progress } from '@shop/contracts-art';
import { generateArtwork, streamProgress } from '@shop/contracts-art/routes';
import { api, ApiError, ConnectionError } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
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

interface Generation {
  idempotencyKey: string;
  request: GenerateRequest;
  signal: AbortSignal;
}

/** Repeated with the same key, a request joins the running generation. */
const drawArtwork = ({ idempotencyKey, request, signal }: Generation) =>
  api.call(generateArtwork, { body: request, headers: { 'Idempotency-Key': idempotencyKey }, signal });

interface Outcomes {
  onSuccess: (artwork: Awaited<ReturnType<typeof drawArtwork>>, generation: Generation) => void;
  onError: (error: Error, generation: Generation) => void;
}

/**
 * Draws an artwork and follows its progress. Idle while `idempotencyKey` is null. When the page closes, the generation
 * continues on the server and nothing is reported.
 */
export function useGeneration(idempotencyKey: string | null, request: GenerateRequest | null, outcomes: Outcomes) {
  const { mutate, isPending } = useMutation({
    mutationFn: drawArtwork,
    retry: (failures, error) => failures < RETRIES_MAX && isConnectionLoss(error),
    retryDelay: (failures) => RETRY_MS * 2 ** failures,
  });
  const [progress, setProgress] = useState<Progress & { idempotencyKey: string }>();

  const draw = useEffectEvent((key: string, signal: AbortSignal) => {
    // Callbacks of `mutate` are not called after the page has closed, unlike those of `useMutation`.
    if (request)
      mutate(
        { idempotencyKey: key, request, signal },
        {
          // Back may have opened another wizard on this page.
          onSuccess: (artwork, generation) => !signal.aborted && outcomes.onSuccess(artwork, generation),
          onError: (error, generation) => !signal.aborted && outcomes.onError(error, generation),
        },
      );
  });
  useEffect(() => {
    if (!idempotencyKey) return;
    const closing = new AbortController();
    draw(idempotencyKey, closing.signal);
    return () => closing.abort();
  }, [idempotencyKey]);

  useEffect(() => {
    if (!idempotencyKey || !isPending) return;
    return subscribeToProgress(idempotencyKey, (step) => setProgress({ ...step, idempotencyKey }));
  }, [idempotencyKey, isPending]);

  return progress?.idempotencyKey === idempotencyKey ? progress : undefined;
}
