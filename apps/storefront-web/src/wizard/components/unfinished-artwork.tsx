import { cn } from '@shop/web-ui';
import { useState } from 'react';

/**
 * The artwork as far as it is, over whatever lies beneath. Each next picture fades in over the last one once it is there, so nothing flickers between; one
 * that does not come is never seen.
 */
export function UnfinishedArtwork({ src }: { src: string }) {
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  return [...loaded.filter((earlier) => earlier !== src), src].map((picture) => (
    <img
      key={picture}
      src={picture}
      alt={picture === src ? 'Your artwork so far' : ''}
      decoding="async"
      onLoad={() => setLoaded((known) => (known.includes(picture) ? known : [...known, picture]))}
      className={cn(
        'absolute inset-0 size-full object-cover object-[50%_30%] transition-opacity duration-1000',
        !loaded.includes(picture) && 'opacity-0',
      )}
    />
  ));
}
