import type { ArtworkBox, ArtworkDetail } from '@shop/contracts-art';
import { getArtwork } from '@shop/contracts-art/routes';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** The maximum width of the preview: next to its panels, or above them with room for the sliders. */
export const PREVIEW_SIZES = '(min-width: 64rem) min(36rem, calc(100vh - 12rem)), min(100vw, max(40vh, 13rem))';

/** The same in CSS pixels, for the current window size. */
function previewWidthPx(): number {
  const { innerWidth, innerHeight } = window;
  const rem = 16;
  return innerWidth >= 64 * rem
    ? Math.min(36 * rem, innerHeight - 12 * rem)
    : Math.min(innerWidth, Math.max(0.4 * innerHeight, 13 * rem));
}

/** The id of one of the shop's own pictures; null for another address. */
export const getMediaId = (url = ''): string | null => /^\/media\/([^/?#]+)$/.exec(url)?.[1] ?? null;

/** The smaller copy of one of the shop's own pictures. Other pictures have none. */
export const getCopyUrl = (url: string, width: 320 | 640 | 1024): string =>
  getMediaId(url) ? `${url}?w=${width}` : url;

/**
 * `url` is the copy to display of `originalUrl`; `detail` is undefined until it is loaded, and null if it is not known.
 */
export type ArtworkSize =
  | { state: 'loading' }
  | {
      state: 'ready';
      url: string;
      originalUrl: string;
      aspect: number;
      detail: ArtworkDetail | null | undefined;
      subjectBox: ArtworkBox | null;
      nameBox: ArtworkBox | null;
      isGroundContinued: boolean;
      background: string | null;
    }
  | { state: 'failed' };

const LOADING: ArtworkSize = { state: 'loading' };

/** The shop's own pictures have smaller copies; the screen does not need the resolution of the print. */
const getScreenCopyUrl = (url: string): string =>
  getCopyUrl(url, previewWidthPx() * window.devicePixelRatio > 640 ? 1024 : 640);
/** The copy for a picture as small as in a cart line; undefined if there is no copy. */
export const getSmallCopyUrl = (url: string): string | undefined => (getMediaId(url) ? `${url}?w=320` : undefined);

/** The ground around an artwork, drawn by the server; undefined for another picture. */
export const getGroundUrl = (url: string): string | undefined => (getMediaId(url) ? `${url}?part=ground` : undefined);

/** Dimensions of one of the shop's own artworks. */
export const artworkDetailsQuery = (id: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.artworks, id],
    queryFn: ({ signal }) => api.call(getArtwork, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });

/** The proportions of an artwork, read from the picture, and its detail; `reload` loads the picture again. */
export function useArtworkSize(url: string): { size: ArtworkSize; reload: () => void } {
  const { picture, reload } = useLoadedPicture(url);
  const details = useQuery(artworkDetailsQuery(getMediaId(url)));
  if (picture === 'loading' || picture === 'failed')
    return { size: picture === 'failed' ? { state: 'failed' } : LOADING, reload };
  const { url: copyUrl, aspect } = picture;
  const isLoading = details.isPending && details.fetchStatus !== 'idle';
  return {
    size: {
      state: 'ready',
      url: copyUrl,
      originalUrl: url,
      aspect,
      detail: details.data?.detail ?? (isLoading ? undefined : null),
      subjectBox: details.data?.subjectBox ?? null,
      nameBox: details.data?.nameBox ?? null,
      isGroundContinued: details.data?.isGroundContinued ?? false,
      background: details.data?.background ?? null,
    },
    reload,
  };
}

type LoadedPicture = 'loading' | 'failed' | { readonly url: string; readonly aspect: number };

function useLoadedPicture(url: string): { picture: LoadedPicture; reload: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ requestKey: string; picture: LoadedPicture }>();
  const requestKey = `${attempt} ${url}`;

  useEffect(() => {
    const copyUrl = getScreenCopyUrl(url);
    const image = new Image();
    image.onload = () => {
      const { naturalWidth, naturalHeight } = image;
      setLoaded({
        requestKey,
        picture: { url: copyUrl, aspect: naturalWidth / naturalHeight || 1 },
      });
    };
    image.onerror = () => setLoaded({ requestKey, picture: 'failed' });
    image.src = copyUrl;
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [requestKey, url]);

  return {
    picture: loaded?.requestKey === requestKey ? loaded.picture : 'loading',
    reload: () => setAttempt(attempt + 1),
  };
}
