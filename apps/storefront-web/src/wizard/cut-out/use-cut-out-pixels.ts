import { useQuery } from '@tanstack/react-query';
import { loadCutOut } from './load-cut-out.js';

const SIDE_PX = 640;

/** Photo and mask as pixels. The memory is freed when no part of the page uses them. `maskUrl` is null until it is known. */
export const useCutOutPixels = (photoUrl: string, maskUrl: string | null) =>
  useQuery({
    queryKey: ['cut-out pixels', photoUrl, maskUrl],
    queryFn: () => loadCutOut(photoUrl, maskUrl ?? '', SIDE_PX),
    enabled: maskUrl !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
