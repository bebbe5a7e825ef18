import type { PreviewComposition } from '@shop/contracts/art';
import { useEffect, useReducer, useRef } from 'react';

/** A busy art service sends a `Retry-After` of two seconds, which the error event of a picture does not contain. */
const RETRY_MS = 2_000;
const ATTEMPTS = 3;

export interface PreviewState {
  readonly status: 'drawing' | 'drawn' | 'failed';
  /** Increases with each retry. */
  readonly attempt: number;
}

/** By composition and style. */
type Previews = Readonly<Record<string, PreviewState>>;
type PreviewAction = { key: string; type: 'drawn' | 'failed' | 'retried' };

const INITIAL_PREVIEW: PreviewState = { status: 'drawing', attempt: 0 };
const NO_PREVIEW: PreviewState = { status: 'failed', attempt: 0 };

function updatePreview(preview: PreviewState, type: PreviewAction['type']): PreviewState {
  switch (type) {
    case 'drawn':
      return { ...preview, status: 'drawn' };
    case 'failed':
      return { ...preview, status: 'failed' };
    case 'retried':
      return { status: 'drawing', attempt: preview.attempt + 1 };
  }
}

const previewsReducer = (previews: Previews, { key, type }: PreviewAction): Previews => ({
  ...previews,
  [key]: updatePreview(previews[key] ?? INITIAL_PREVIEW, type),
});

/**
 * The loading states of the previews in the style gallery. A failed preview is retried twice. Another composition is drawn
 * from the start. Without an id of the photo there are no previews.
 */
export function useStylePreviews(composition: PreviewComposition | null, hasPreviews: boolean) {
  const [previews, dispatch] = useReducer(previewsReducer, {});
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const activeTimers = timers.current;
    return () => {
      for (const timer of activeTimers) clearTimeout(timer);
    };
  }, []);

  const compositionKey = JSON.stringify(composition);
  const toKey = (styleKey: string): string => `${compositionKey} ${styleKey}`;
  const getPreview = (styleKey: string): PreviewState =>
    hasPreviews ? (previews[toKey(styleKey)] ?? INITIAL_PREVIEW) : NO_PREVIEW;
  return {
    getPreview,
    onDrawn: (styleKey: string): void => dispatch({ key: toKey(styleKey), type: 'drawn' }),
    onFailed: (styleKey: string): void => {
      const key = toKey(styleKey);
      if (getPreview(styleKey).attempt + 1 >= ATTEMPTS) dispatch({ key, type: 'failed' });
      else timers.current.add(setTimeout(() => dispatch({ key, type: 'retried' }), RETRY_MS));
    },
  };
}
