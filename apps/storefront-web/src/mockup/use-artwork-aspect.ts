import { useEffect, useState } from 'react';

export type ArtworkSize = { state: 'loading' } | { state: 'ready'; aspect: number } | { state: 'failed' };

const LOADING: ArtworkSize = { state: 'loading' };

/** Width ÷ height of the picture behind an address, read from the picture itself; `reload` asks for it again. */
export function useArtworkAspect(url: string): { size: ArtworkSize; reload: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<{ of: string; size: ArtworkSize }>();
  const of = `${attempt} ${url}`;

  useEffect(() => {
    const image = new Image();
    image.onload = () => setKnown({ of, size: { state: 'ready', aspect: image.naturalWidth / image.naturalHeight || 1 } });
    image.onerror = () => setKnown({ of, size: { state: 'failed' } });
    image.src = url;
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [of, url]);

  return { size: known?.of === of ? known.size : LOADING, reload: () => setAttempt(attempt + 1) };
}
