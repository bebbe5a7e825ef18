import { useState } from 'react';
import { pictureCopies } from './picture-copies.js';

interface FailedPicture {
  src: string;
  /** Whether a smaller copy failed, or the picture itself. */
  part: 'copies' | 'picture';
}

/**
 * Attributes of an `img`: it shows a copy of the needed width, after a failure the picture itself, and after another
 * failure the result is null. Spread them last: `sizes` and `srcSet` must precede `src`.
 */
export function usePicture(
  src: string | null | undefined,
  sizes: string,
): { src: string; srcSet?: string; sizes?: string; onError: () => void } | null {
  const [failed, setFailed] = useState<FailedPicture | null>(null);
  const failedPart = failed?.src === src ? failed?.part : undefined;
  if (!src || failedPart === 'picture') return null;
  const srcSet = failedPart === 'copies' ? undefined : pictureCopies(src);
  return {
    ...(srcSet && { srcSet, sizes }),
    src,
    onError: () => setFailed({ src, part: srcSet ? 'copies' : 'picture' }),
  };
}
