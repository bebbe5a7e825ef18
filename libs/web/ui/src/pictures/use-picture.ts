import { useState } from 'react';
import { pictureCopies } from './picture-copies.js';

interface FailedPicture {
  src: string;
  /** Of the smaller copies one could not be shown; or the picture itself. */
  part: 'copies' | 'picture';
}

/**
 * What an `img` shows of a picture: a copy as wide as is needed, the picture itself where that can't be shown, and null where that can't either. `sizes` as of an
 * `img`; spread last, for what stands before `src` counts for it, too.
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
