import { useQuery } from '@tanstack/react-query';
import { loadCutOut } from './cut-out/load-cut-out.js';

/** Photo and mask as pixels. The memory is freed when the picture is no longer on the page. */
export const useCutOutPixels = (photoUrl: string, maskUrl: string | null, sidePx: 640 | 1024) =>
  useQuery({
    queryKey: ['cut-out pixels', photoUrl, maskUrl, sidePx],
    queryFn: () => loadCutOut(photoUrl, maskUrl ?? '', sidePx),
    enabled: maskUrl !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
