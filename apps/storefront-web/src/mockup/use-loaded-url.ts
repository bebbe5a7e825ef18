import { useEffect, useState } from 'react';
import { getSmallCopyUrl } from './use-artwork-size.js';

/**
 * Returns a new picture URL only once its small copy is loaded, so that the old picture stays until then. The first URL
 * is returned at once.
 */
export function useLoadedUrl(url: string | null): string | null {
  const [loadedUrl, setLoadedUrl] = useState(url);
  // A removed picture must not reappear while the next one loads.
  if (url === null && loadedUrl !== null) setLoadedUrl(null);

  useEffect(() => {
    if (url === null || url === loadedUrl) return;
    const image = new Image();
    image.onload = () => setLoadedUrl(url);
    image.src = getSmallCopyUrl(url) ?? url;
    return () => {
      image.onload = null;
    };
  }, [url, loadedUrl]);

  return loadedUrl;
}
