import type { GenerateRequest } from '@shop/contracts/art';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Progress } from '@shop/contracts/art';
import { followProgress } from './api/follow-progress.js';
import { generateArtwork } from './api/generate-artwork.js';
import { isConnectionLoss } from './connection-loss.js';

/** A service that restarts is back within seconds and goes on drawing: 1 + 2 + 4 s bridge that. */
const REJOINS = 3;
const REJOIN_MS = 1_000;

/** A query, not a mutation: sent again under the same key it joins the same drawing (D16). */
const generationQuery = (tryKey: string | null, request: GenerateRequest | null) =>
  queryOptions({
    queryKey: ['generation', tryKey],
    queryFn: tryKey && request ? ({ signal }) => generateArtwork(request, tryKey, signal) : skipToken,
    staleTime: Infinity,
    refetchOnMount: false,
    retry: (failures, error) => failures < REJOINS && isConnectionLoss(error),
    retryDelay: (failures) => REJOIN_MS * 2 ** failures,
  });

/** Waits for the artwork of a try and follows its progress. Idle while `tryKey` is null. */
export function useGeneration(tryKey: string | null, request: GenerateRequest | null) {
  const generation = useQuery(generationQuery(tryKey, request));
  const [progress, setProgress] = useState<Progress & { tryKey: string }>();
  const running = generation.isFetching;

  useEffect(() => {
    if (!tryKey || !running) return;
    return followProgress(tryKey, (step) => setProgress({ ...step, tryKey }));
  }, [tryKey, running]);

  return { ...generation, progress: progress?.tryKey === tryKey ? progress : undefined };
}
