import { useEffect, useState } from 'react';

/** `widthPx` is of the picture file itself, what the press gets; null until that is known. */
export type ArtworkSize = { state: 'loading' } | { state: 'ready'; aspect: number; widthPx: number | null } | { state: 'failed' };

const LOADING: ArtworkSize = { state: 'loading' };

/** D15: our own pictures come in smaller copies, never enlarged; the screen does not need the print's pixels. */
const COPY_WIDTH_PX = 1024;
const isOurs = (url: string): boolean => /^\/media\/[^/?#]+$/.test(url);
export const screenCopy = (url: string): string => (isOurs(url) ? `${url}?w=${COPY_WIDTH_PX}` : url);

/** Browsers know how large a picture is with its first bytes, but tell only of its last. */
const LOOK_EVERY_MS = 50;

/** Tells the width of the picture behind an address, once, and does not wait for the rest of it. Returns how to stop. */
function readWidth(url: string, known: (widthPx: number) => void, failed: () => void): () => void {
  const image = new Image();
  const stop = (): void => {
    clearInterval(looking);
    image.onload = null;
    image.onerror = null;
    image.src = '';
  };
  const look = (): void => {
    if (image.naturalWidth === 0) return;
    const widthPx = image.naturalWidth;
    stop();
    known(widthPx);
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  image.onload = look;
  image.onerror = () => {
    stop();
    failed();
  };
  image.src = url;
  return stop;
}

/** The proportions and the true width of an artwork, read from the picture itself; `reload` asks for it again. */
export function useArtworkSize(url: string): { size: ArtworkSize; reload: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<{ of: string; size: ArtworkSize }>();
  const of = `${attempt} ${url}`;

  useEffect(() => {
    const tell = (size: ArtworkSize): void => setKnown({ of, size });
    const image = new Image();
    let stopReading: (() => void) | undefined;
    image.onload = () => {
      const { naturalWidth, naturalHeight } = image;
      const aspect = naturalWidth / naturalHeight || 1;
      const mayBeWider = isOurs(url) && naturalWidth >= COPY_WIDTH_PX;
      tell({ state: 'ready', aspect, widthPx: mayBeWider ? null : naturalWidth || null });
      if (!mayBeWider) return;
      const ready = (widthPx: number): void => tell({ state: 'ready', aspect, widthPx });
      // The copy's own width is at least true.
      stopReading = readWidth(url, ready, () => ready(naturalWidth));
    };
    image.onerror = () => tell({ state: 'failed' });
    image.src = screenCopy(url);
    return () => {
      stopReading?.();
      image.onload = null;
      image.onerror = null;
    };
  }, [of, url]);

  return { size: known?.of === of ? known.size : LOADING, reload: () => setAttempt(attempt + 1) };
}
