import { cn } from '@shop/web-ui';
import { useState } from 'react';

/**
 * The partial artwork as an overlay. Each new picture fades in over the previous one once it is loaded, which avoids
 * flicker; a picture that fails to load is never visible.
 */
export function UnfinishedArtwork({ src }: { src: string }) {
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  return [...loaded.filter((loadedSrc) => loadedSrc !== src), src].map((picture) => (
    <img
      key={picture}
      src={picture}
      alt={picture === src ? 'Your artwork so far' : ''}
      decoding="async"
      onLoad={() => setLoaded((current) => (current.includes(picture) ? current : [...current, picture]))}
      className={cn(
        'absolute inset-0 size-full object-cover object-[50%_30%] transition-opacity duration-1000',
        !loaded.includes(picture) && 'opacity-0',
      )}
    />
  ));
}
