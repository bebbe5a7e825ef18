import type { Progress } from '@shop/contracts/art';
import { Button, Picture } from '@shop/web-ui';
import { Shuffle } from 'lucide-react';
import { useEffect, type Dispatch } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { customizePath } from '../../paths.js';
import type { GeneratedArtwork } from '../../wizard-draft.js';
import { useChosenPrintArea } from '../use-chosen-print-area.js';
import { usePrintedName } from '../use-printed-name.js';
import { canAddVariation, type WizardAction, type WizardState } from '../wizard-state.js';
import { VariationThumbnails } from './variation-thumbnails.js';

/** Spec, section 9: the artwork is displayed for this long before the redirect. */
const REDIRECT_DELAY_MS = 2_000;

interface Props {
  artwork: GeneratedArtwork;
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  /** The progress of the variation that is being generated. */
  progress: Progress | undefined;
}

/**
 * The finished artwork. It redirects to /customize, unless the page is left before or another variation is requested.
 */
export function CompleteView({ artwork, state, dispatch, progress }: Props) {
  const { staysOnPage, error } = state;
  const { name: petName } = usePrintedName(state.petName);
  const printArea = useChosenPrintArea();
  const navigate = useNavigate();
  const customizeUrl = customizePath(artwork.imageId, artwork.imageUrl);
  const isGenerating = state.idempotencyKey !== null;

  useEffect(() => {
    if (staysOnPage) return;
    const timer = setTimeout(() => void navigate(customizeUrl), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate, customizeUrl, staysOnPage]);

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
      <Picture
        src={artwork.imageUrl}
        alt="Your artwork"
        sizes="(min-width: 40rem) 36rem, 92vw"
        loading="eager"
        placeholderText="It can't be shown right now."
        placeholderShape={1}
        className="max-h-[max(45dvh,16rem)] w-auto max-w-full rounded-card shadow-float [span&]:h-[max(45dvh,16rem)]"
      />
      <div className="flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col">
        <Button asChild>
          <Link to={customizeUrl}>Choose a product now</Link>
        </Button>
        {canAddVariation(state) && (
          <Button
            variant="outline"
            disabledFocusable={isGenerating}
            onClick={() => dispatch({ type: 'artwork requested', idempotencyKey: crypto.randomUUID(), printArea })}
          >
            <Shuffle aria-hidden />
            New variation
          </Button>
        )}
      </div>
      {staysOnPage ? (
        <VariationThumbnails
          artworks={state.artworks}
          chosenVariation={artwork.variation}
          onChoose={(variation) => dispatch({ type: 'artwork chosen', variation })}
          progress={isGenerating ? (progress ?? null) : undefined}
          error={error}
        />
      ) : (
        <p className="text-muted-foreground">Taking you to your products…</p>
      )}
      {staysOnPage && !isGenerating && (
        <Button variant="link" onClick={() => dispatch({ type: 'photo removed' })}>
          Start with another photo
        </Button>
      )}
    </section>
  );
}
