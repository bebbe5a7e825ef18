import type { GenerateRequest } from '@shop/contracts/art';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Progress } from '@shop/contracts/art';
import { subscribeToProgress } from './api/subscribe-to-progress.js';
import { generateArtwork } from './api/generate-artwork.js';
import { isConnectionLoss } from './connection-loss.js';

/** A restarting service is back within seconds and continues the generation: 1 + 2 + 4 s cover that. */
const RETRIES_MAX = 3;
const RETRY_MS = 1_000;

/** A query instead of a mutation: a repeated request with the same key joins the running generation. */
const generationQuery = (idempotencyKey: string | null, request: GenerateRequest | null) =>
  queryOptions({
    queryKey: ['generation', idempotencyKey],
    queryFn: idempotencyKey && request ? ({ signal }) => generateArtwork(request, idempotencyKey, signal) : skipToken,
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
