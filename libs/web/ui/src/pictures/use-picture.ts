import { useState } from 'react';
import { pictureCopies } from './picture-copies.js';

interface Failed {
  src: string;
  /** Of the smaller copies one could not be shown; or the picture itself. */
  what: 'copies' | 'picture';
}

/**
 * What an `img` shows of a picture: a copy as wide as is needed, the picture itself where that can't be shown, and null where that can't either. `sizes` as of an
 * `img`; spread last, for what stands before `src` counts for it, too.
 */
export function usePicture(
  src: string | null | undefined,
  sizes: string,
): { src: string; srcSet?: string; sizes?: string; onError: () => void } | null {
  const [failed, setFailed] = useState<Failed | null>(null);
  const what = failed?.src === src ? failed?.what : undefined;
  if (!src || what === 'picture') return null;
  const srcSet = what === 'copies' ? undefined : pictureCopies(src);
  return {
    ...(srcSet && { srcSet, sizes }),
    src,
    onError: () => setFailed({ src, what: srcSet ? 'copies' : 'picture' }),
  };
}
