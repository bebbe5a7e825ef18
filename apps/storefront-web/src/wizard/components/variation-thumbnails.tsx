import type { Progress } from '@shop/contracts/art';
import { cn, Picture, Spinner } from '@shop/web-ui';
import { Check } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { GeneratedArtwork } from '../../wizard-draft.js';
import { ProgressBar } from './progress-bar.js';

interface Props {
  made: readonly GeneratedArtwork[];
  chosen: number;
  onChoose: (variation: number) => void;
  /** How far the next one is; null before it is known, undefined while none is drawn. */
  drawing: Progress | null | undefined;
  /** Why the last one could not be made. */
  refusal: string | null;
}

const TILE = 'relative size-22 shrink-0 overflow-hidden rounded-control border-3 sm:size-24';

/** People count from one. */
const nameOf = (variation: number): string => `Variation ${variation + 1}`;

/** What was made so far, to push along; one of them is taken on. The next one has its place from the start. */
export function VariationThumbnails({ made, chosen, onChoose, drawing, refusal }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const isDrawing = drawing !== undefined;
  const tiles = made.length + (isDrawing ? 1 : 0);

  // The newest is at the end. A low window goes down to it as far as it must; the buttons above stay where they were.
  useLayoutEffect(() => {
    if (strip.current) strip.current.scrollLeft = strip.current.scrollWidth;
    if ((place.current?.getBoundingClientRect().bottom ?? 0) > window.innerHeight)
      place.current?.scrollIntoView({ block: 'end' });
  }, [tiles]);

  return (
    <div ref={place} className="flex w-full scroll-mb-4 flex-col gap-3">
      <ul
        ref={strip}
        data-strip=""
        aria-label="Variations"
        className="-m-1 flex [justify-content:safe_center] gap-3 overflow-x-auto p-1"
      >
        {made.map(({ variation, imageUrl }) => (
          <li key={variation} className="shrink-0">
            <button
              type="button"
              aria-pressed={variation === chosen}
              onClick={() => onChoose(variation)}
              className={cn(
                TILE,
                'block cursor-pointer bg-muted',
                variation === chosen ? 'border-primary shadow-card' : 'border-border hover:border-border-strong',
              )}
            >
              <Picture
                src={imageUrl}
                alt={nameOf(variation)}
                sizes="6rem"
                loading="eager"
                className="size-full object-cover"
              />
              {variation === chosen && (
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
        {isDrawing && (
          <li
            aria-hidden
            className={cn(TILE, 'grid place-items-center border-dashed border-border-strong text-muted-foreground')}
          >
            <Spinner className="size-7" />
          </li>
        )}
      </ul>
      {/* As high with the bar as without it: nothing below moves when the drawing ends. */}
      <div className="mx-auto flex min-h-12 w-full max-w-sm flex-col justify-center gap-2">
        {isDrawing && <ProgressBar label="Progress of your next variation" percent={drawing?.percent ?? 0} />}
        {refusal ? (
          <p role="alert" className="font-semibold text-balance text-destructive-text">
            {refusal}
          </p>
        ) : (
          <p aria-live="polite" className="text-muted-foreground">
            {isDrawing ? (drawing?.stage ?? 'Getting your photo ready') : 'Choose the one you like best.'}
          </p>
        )}
      </div>
    </div>
  );
}
