import type { Progress } from '@shop/contracts-art';
import { cn, Picture, Spinner } from '@shop/web-ui';
import { Check } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { GeneratedArtwork } from '../../wizard-draft.js';
import { describeBackground } from './background-choice.js';
import { ProgressBar } from './upload-feedback.js';

interface Props {
  artworks: readonly GeneratedArtwork[];
  chosenIndex: number;
  onChoose: (index: number) => void;
  /** The progress of the next variation; null before it is known, undefined if none is being generated. */
  progress: Progress | null | undefined;
  /** Why the last generation failed. */
  error: string | null;
}

const TILE = 'relative size-22 shrink-0 overflow-hidden rounded-control border-3 sm:size-24';

/** Counted from one for display; with its background if it is not the style's. */
const formatName = ({ variation, background }: GeneratedArtwork): string =>
  [`Variation ${variation + 1}`, describeBackground(background)].filter(Boolean).join(', ');

/**
 * Thumbnails of the generated variations in a scrollable row; one is chosen. A running generation has a placeholder.
 */
export function VariationThumbnails({ artworks, chosenIndex, onChoose, progress, error }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLUListElement>(null);
  const isGenerating = progress !== undefined;
  const tileCount = artworks.length + (isGenerating ? 1 : 0);

  // The newest variation is at the end of the row. In a low window the page scrolls just far enough to show the row.
  useLayoutEffect(() => {
    if (row.current) row.current.scrollLeft = row.current.scrollWidth;
    if ((container.current?.getBoundingClientRect().bottom ?? 0) > window.innerHeight)
      container.current?.scrollIntoView({ block: 'end' });
  }, [tileCount]);

  return (
    <div ref={container} className="flex w-full scroll-mb-4 flex-col gap-3">
      <ul
        ref={row}
        data-strip=""
        aria-label="Variations"
        className="-m-1 flex [justify-content:safe_center] gap-3 overflow-x-auto p-1"
      >
        {artworks.map((artwork, index) => (
          <li key={`${artwork.variation} ${artwork.background}`} className="shrink-0">
            <button
              type="button"
              aria-pressed={index === chosenIndex}
              onClick={() => onChoose(index)}
              className={cn(
                TILE,
                'block cursor-pointer bg-muted',
                artwork.background === 'none' && 'checkered',
                index === chosenIndex ? 'border-primary shadow-card' : 'border-border hover:border-border-strong',
              )}
            >
              <Picture
                src={artwork.imageUrl}
                alt={formatName(artwork)}
                sizes="6rem"
                loading="eager"
                className="size-full object-cover"
              />
              {index === chosenIndex && (
                <span
                  aria-hidden
                  className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-primary text-primary-foreground"
                >
                  <Check className="size-4" />
                </span>
              )}
            </button>
          </li>
        ))}
        {isGenerating && (
          <li
            aria-hidden
            className={cn(TILE, 'grid place-items-center border-dashed border-border-strong text-muted-foreground')}
          >
            <Spinner className="size-7" />
          </li>
        )}
      </ul>
      {/* Fixed minimum height, so that the layout does not shift when the generation ends. */}
      <div className="mx-auto flex min-h-12 w-full max-w-sm flex-col justify-center gap-2">
        {isGenerating && <ProgressBar label="Progress of your next variation" percent={progress?.percent ?? 0} />}
        {error ? (
          <p role="alert" className="font-semibold text-balance text-destructive-text">
            {error}
          </p>
        ) : (
          <p aria-live="polite" className="text-muted-foreground">
            {isGenerating ? (progress?.stage ?? 'Getting your photo ready') : 'Choose the one you like best.'}
          </p>
        )}
      </div>
    </div>
  );
}
