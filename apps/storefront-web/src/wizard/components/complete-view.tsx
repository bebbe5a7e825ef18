import type { Background, Progress, Upload } from '@shop/contracts-art';
import { Button, cn, Picture } from '@shop/web-ui';
import { ChevronsLeftRight, PaintBucket, Shuffle } from 'lucide-react';
import { type Dispatch, useEffect, useId, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { ArtworkTools } from '../../artwork-tools/artwork-tools.js';
import { customizePath, orderArtworkPath, readArtworkTarget } from '../../paths.js';
import type { GeneratedArtwork } from '../../wizard-draft.js';
import { useChosenPrintArea, usePrintedName } from '../printing.queries.js';
import { useFirstAction } from '../use-first-action.js';
import { usePetCutOut } from '../use-pet-cut-out.js';
import { canAddVariation, type WizardAction, type WizardState } from '../wizard-state.js';
import { BackgroundChoice } from './background-choice.js';
import { MadeFrom } from './made-from.js';
import { VariationThumbnails } from './variation-thumbnails.js';

interface PhotoComparisonProps {
  photoUrl: string;
}

/**
 * Covers the artwork with the photo from the left, up to the slider. A native range input supports keyboard and touch. It
 * starts with the whole artwork.
 */
export function PhotoComparison({ photoUrl }: PhotoComparisonProps) {
  const [percent, setPercent] = useState(0);
  return (
    <div className="absolute inset-0 overflow-hidden rounded-card has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ring">
      {percent > 0 && (
        <div aria-hidden className="absolute inset-0 bg-muted" style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}>
          <Picture src={photoUrl} alt="" sizes="36rem" loading="eager" className="size-full object-cover" />
        </div>
      )}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-1 -translate-x-1/2 bg-white shadow-card"
        style={{ left: `${percent}%` }}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-1/2 grid size-11 -translate-1/2 place-items-center rounded-full border-2 border-border-strong bg-card text-card-foreground shadow-float"
        // At the edges the whole handle stays visible.
        style={{ left: `clamp(1.75rem, ${percent}%, 100% - 1.75rem)` }}
      >
        <ChevronsLeftRight className="size-5" />
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label="Compare with your photo"
        aria-valuetext={`${percent}% photo, ${100 - percent}% artwork`}
        className="absolute inset-0 m-0 size-full cursor-ew-resize opacity-0"
        onChange={(event) => setPercent(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

interface Props {
  photo: Upload;
  artwork: GeneratedArtwork;
  isGenerating: boolean;
  /** Draws the same variation on another background, or chooses it if it is drawn already. */
  onChange: (background: Background) => void;
}

/** Draws the finished artwork again on another background. Nothing is shown if the server does not know backgrounds. */
function BackgroundChange({ photo, artwork, isGenerating, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<Background | null>(null);
  const contentId = useId();
  const cutOut = usePetCutOut({ photo, cutOutId: null });
  if (cutOut.state === 'unknown') return null;
  const background = chosen ?? artwork.background;
  return (
    <div className="flex w-full flex-col items-center gap-4">
      <Button
        variant="link"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => {
          setChosen(null);
          setIsOpen(!isOpen);
        }}
      >
        <PaintBucket aria-hidden />
        Change background
      </Button>
      <div id={contentId} hidden={!isOpen} className="w-full rounded-card border-2 border-border bg-card p-4 text-left">
        <BackgroundChoice background={background} onChoose={setChosen} isNoneFirst={false} />
        <Button
          size="sm"
          className="mt-4"
          disabledFocusable={isGenerating || background === artwork.background}
          onClick={() => {
            setChosen(null);
            onChange(background);
          }}
        >
          Use this background
        </Button>
      </div>
    </div>
  );
}

/** Spec, section 9: the artwork is displayed for this long before the redirect. */
const REDIRECT_DELAY_MS = 2_000;

/** An engine that this version does not know is not named. */
const ENGINE_TEXTS: Partial<Record<string, string>> = {
  'built-in': "Drawn by PetArt's own engine",
  openai: 'Drawn with OpenAI',
};

interface CompleteViewProps {
  artwork: GeneratedArtwork;
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  /** The progress of the variation that is being generated. */
  progress: Progress | undefined;
}

/**
 * The finished artwork. It redirects to /customize or back to an order, unless the customer leaves the page or does
 * something on it before.
 */
export function CompleteView({ artwork, state, dispatch, progress }: CompleteViewProps) {
  const [query] = useSearchParams();
  // The artwork is for an ordered item.
  const target = readArtworkTarget(query);
  const { staysOnPage, error } = state;
  const { name: petName } = usePrintedName(state.petName);
  const printArea = useChosenPrintArea();
  const navigate = useNavigate();
  const nextUrl = target ? orderArtworkPath(target, artwork.imageId) : customizePath(artwork.imageId, artwork.imageUrl);
  const isGenerating = state.idempotencyKey !== null;
  // An artwork of several pets has no single photo to compare it with.
  const comparedPhoto = state.furtherPets.length === 0 ? state.photo : null;
  useFirstAction(!staysOnPage, () => dispatch({ type: 'redirect cancelled' }));
  const draw = (background: Background, variation?: number): void =>
    dispatch({ type: 'artwork requested', idempotencyKey: crypto.randomUUID(), printArea, background, variation });
  const changeBackground = (background: Background): void => {
    const index = state.artworks.findIndex(
      (drawn) => drawn.variation === artwork.variation && drawn.background === background,
    );
    if (index >= 0) dispatch({ type: 'artwork chosen', index });
    else draw(background, artwork.variation);
  };

  useEffect(() => {
    if (staysOnPage) return;
    const timer = setTimeout(() => {
      // A customer who goes back while the next page loads is not redirected again.
      dispatch({ type: 'redirect cancelled' });
      void navigate(nextUrl);
    }, REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [dispatch, navigate, nextUrl, staysOnPage]);

  return (
    <section
      aria-labelledby="complete-heading"
      className="mx-auto flex max-w-xl flex-col items-center gap-6 text-center"
    >
      <h2 id="complete-heading" className="font-display text-3xl font-bold">
        {petName ? (
          <>
            Say hello to <bdi>{petName}</bdi>
          </>
        ) : (
          'Here is your artwork'
        )}
      </h2>
      {/* Low enough that the buttons below are visible before the redirect. */}
      <div className={cn('relative rounded-card shadow-float', artwork.background === 'none' && 'checkered')}>
        <Picture
          src={artwork.imageUrl}
          alt="Your artwork"
          sizes="(min-width: 40rem) 36rem, 92vw"
          loading="eager"
          placeholderText="It can't be shown right now."
          placeholderShape={1}
          className="max-h-[max(45dvh,16rem)] w-auto max-w-full rounded-card [span&]:h-[max(45dvh,16rem)]"
        />
        {comparedPhoto && <PhotoComparison key={artwork.imageId} photoUrl={comparedPhoto.url} />}
      </div>
      {artwork.engine && ENGINE_TEXTS[artwork.engine] && (
        <p className="-mt-3 text-sm text-muted-foreground">{ENGINE_TEXTS[artwork.engine]}</p>
      )}
      <div className="flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col">
        <Button asChild>
          <Link to={nextUrl}>{target ? 'Use it for my order' : 'Put it on a product'}</Link>
        </Button>
        {canAddVariation(state) && (
          <Button variant="outline" disabledFocusable={isGenerating} onClick={() => draw(artwork.background)}>
            <Shuffle aria-hidden />
            New variation
          </Button>
        )}
      </div>
      {/* One line in each state, so that nothing moves under the pointer that has stopped the redirect. */}
      <p aria-live="polite" className="text-muted-foreground">
        {staysOnPage ? 'Take your time.' : target ? 'Taking you back to your order…' : 'Taking you to your products…'}
      </p>
      {(state.artworks.length > 1 || isGenerating || error) && (
        <VariationThumbnails
          artworks={state.artworks}
          chosenIndex={state.artworks.indexOf(artwork)}
          onChoose={(index) => dispatch({ type: 'artwork chosen', index })}
          progress={isGenerating ? (progress ?? null) : undefined}
          error={error}
        />
      )}
      {state.photo && (
        <BackgroundChange
          photo={state.photo}
          artwork={artwork}
          isGenerating={isGenerating}
          onChange={changeBackground}
        />
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <ArtworkTools imageId={artwork.imageId} canContinue />
      </div>
      {state.photo && <MadeFrom state={state} dispatch={dispatch} isGenerating={isGenerating} />}
    </section>
  );
}
