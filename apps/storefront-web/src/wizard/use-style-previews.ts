import { useEffect, useReducer, useRef } from 'react';

/** A studio that is busy asks for two seconds (`Retry-After`), which a picture's error does not carry. */
const RETRY_MS = 2_000;
const ATTEMPTS = 3;

export interface PreviewState {
  readonly status: 'drawing' | 'drawn' | 'failed';
  /** Goes up when the picture is asked for again. */
  readonly attempt: number;
}

type Previews = Readonly<Record<string, PreviewState>>;
type PreviewAction = { styleKey: string; type: 'drawn' | 'failed' | 'asked again' };

const FIRST: PreviewState = { status: 'drawing', attempt: 0 };

function updatePreview(preview: PreviewState, type: PreviewAction['type']): PreviewState {
  switch (type) {
    case 'drawn':
      return { ...preview, status: 'drawn' };
    case 'failed':
      return { ...preview, status: 'failed' };
    case 'asked again':
      return { status: 'drawing', attempt: preview.attempt + 1 };
  }
}

const previewsReducer = (previews: Previews, { styleKey, type }: PreviewAction): Previews => ({
  ...previews,
  [styleKey]: updatePreview(previews[styleKey] ?? FIRST, type),
});

/** How far the wall's pictures are. One that fails is asked for again twice, then it is left alone. */
export function useStylePreviews() {
  const [previews, dispatch] = useReducer(previewsReducer, {});
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  const getPreview = (styleKey: string): PreviewState => previews[styleKey] ?? FIRST;
  return {
    getPreview,
    onDrawn: (styleKey: string): void => dispatch({ styleKey, type: 'drawn' }),
    onFailed: (styleKey: string): void => {
      if (getPreview(styleKey).attempt + 1 >= ATTEMPTS) dispatch({ styleKey, type: 'failed' });
      else timers.current.add(setTimeout(() => dispatch({ styleKey, type: 'asked again' }), RETRY_MS));
    },
  };
}
