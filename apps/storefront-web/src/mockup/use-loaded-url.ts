import { useEffect, useState } from 'react';
import { getSmallCopyUrl } from './use-artwork-size.js';

/** The address of a small picture that takes another one's place: only once it has come, so that no hole is seen. The first one waits for nothing. */
export function useLoadedUrl(url: string | null): string | null {
  const [arrived, setArrived] = useState(url);
  // What was taken back is not shown again while the next one is on its way.
  if (url === null && arrived !== null) setArrived(null);

  useEffect(() => {
    if (url === null || url === arrived) return;
    const image = new Image();
    image.onload = () => setArrived(url);
    image.src = getSmallCopyUrl(url) ?? url;
    return () => {
      image.onload = null;
    };
  }, [url, arrived]);

  return arrived;
}
