import type { GenerateRequest } from '@shop/contracts/art';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Progress } from '@shop/contracts/art';
import { subscribeToProgress } from './api/subscribe-to-progress.js';
import { generateArtwork } from './api/generate-artwork.js';
import { isConnectionLoss } from './connection-loss.js';

/** A service that restarts is back within seconds and goes on drawing: 1 + 2 + 4 s bridge that. */
const RETRIES_MAX = 3;
const RETRY_MS = 1_000;

/** A query, not a mutation: sent again under the same key it joins the same drawing (D16). */
const generationQuery = (idempotencyKey: string | null, request: GenerateRequest | null) =>
  queryOptions({
    queryKey: ['generation', idempotencyKey],
    queryFn: idempotencyKey && request ? ({ signal }) => generateArtwork(request, idempotencyKey, signal) : skipToken,
    staleTime: Infinity,
    refetchOnMount: false,
    retry: (failures, error) => failures < RETRIES_MAX && isConnectionLoss(error),
    retryDelay: (failures) => RETRY_MS * 2 ** failures,
  });

/** Waits for the artwork of a try and follows its progress. Idle while `idempotencyKey` is null. */
export function useGeneration(idempotencyKey: string | null, request: GenerateRequest | null) {
  const generation = useQuery(generationQuery(idempotencyKey, request));
  const [progress, setProgress] = useState<Progress & { idempotencyKey: string }>();
  const running = generation.isFetching;

  useEffect(() => {
    if (!idempotencyKey || !running) return;
    return subscribeToProgress(idempotencyKey, (step) => setProgress({ ...step, idempotencyKey }));
  }, [idempotencyKey, running]);

  return { ...generation, progress: progress?.idempotencyKey === idempotencyKey ? progress : undefined };
}
