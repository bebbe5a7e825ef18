import { artworkFactsSchema } from '@shop/contracts/art';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewWidthPx } from './preview-width.js';

/** `address` is of the copy to show; `widthPx` is of the picture file itself, null until that is known. */
export type ArtworkSize =
  | { state: 'loading' }
  | { state: 'ready'; address: string; aspect: number; widthPx: number | null; isPaintedAnew: boolean }
  | { state: 'failed' };

const LOADING: ArtworkSize = { state: 'loading' };

const getMediaId = (url: string): string | null => /^\/media\/([^/?#]+)$/.exec(url)?.[1] ?? null;
/** D15: our own pictures come in smaller copies, never enlarged; the screen does not need the print's pixels. */
const getScreenCopyUrl = (url: string): string =>
  getMediaId(url) ? `${url}?w=${previewWidthPx() * window.devicePixelRatio > 640 ? 1024 : 640}` : url;
/** For a picture as small as a line of the cart has; undefined where there is no copy. */
export const getSmallCopyUrl = (url: string): string | undefined => (getMediaId(url) ? `${url}?w=320` : undefined);

/** What the shop knows of one of its own artworks. */
const artworkDetailsQuery = (id: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.artworks, id],
    queryFn: ({ signal }) => api.get(`/api/artworks/${id ?? ''}`, artworkFactsSchema, { signal }),
    enabled: id !== null,
  });

/** The proportions of an artwork, read from the picture itself, and how densely it can be printed; `reload` asks for the picture again. */
export function useArtworkSize(url: string): { size: ArtworkSize; reload: () => void } {
  const { picture, reload } = usePicture(url);
  const facts = useQuery(artworkDetailsQuery(getMediaId(url)));
  if (picture === 'loading' || picture === 'failed')
    return { size: picture === 'failed' ? { state: 'failed' } : LOADING, reload };
  const { address, widthPx, aspect } = picture;
  // Where the shop can't be asked, the picture's own width is at least true.
  const known = facts.data?.width ?? (facts.isPending && facts.fetchStatus !== 'idle' ? null : widthPx);
  return {
    size: { state: 'ready', address, aspect, widthPx: known, isPaintedAnew: facts.data?.isPaintedAnew ?? false },
    reload,
  };
}

type Picture = 'loading' | 'failed' | { readonly address: string; readonly widthPx: number; readonly aspect: number };

function usePicture(url: string): { picture: Picture; reload: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<{ of: string; picture: Picture }>();
  const of = `${attempt} ${url}`;

  useEffect(() => {
    const address = getScreenCopyUrl(url);
    const image = new Image();
    image.onload = () => {
      const { naturalWidth, naturalHeight } = image;
      setKnown({ of, picture: { address, widthPx: naturalWidth || 1, aspect: naturalWidth / naturalHeight || 1 } });
    };
    image.onerror = () => setKnown({ of, picture: 'failed' });
    image.src = address;
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [of, url]);

  return { picture: known?.of === of ? known.picture : 'loading', reload: () => setAttempt(attempt + 1) };
}
