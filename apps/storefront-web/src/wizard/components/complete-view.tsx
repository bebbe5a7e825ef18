import type { Progress } from '@shop/contracts/art';
import { Button, Picture } from '@shop/web-ui';
import { Shuffle } from 'lucide-react';
import { useEffect, type Dispatch } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { customizePath } from '../../paths.js';
import type { GeneratedArtwork } from '../../wizard-draft.js';
import { useChosenPrintArea } from '../use-chosen-print-area.js';
import { canAddVariation, type WizardAction, type WizardState } from '../wizard-state.js';
import { VariationThumbnails } from './variation-thumbnails.js';

/** Spec, section 9: the artwork is seen for this long before the browser moves on. */
const REDIRECT_DELAY_MS = 2_000;

interface Props {
  artwork: GeneratedArtwork;
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  /** Of the variation that is drawn now. */
  progress: Progress | undefined;
}

/** The finished artwork; then on to /customize, unless the page is left before (D31b) or another variation is asked for. */
export function CompleteView({ artwork, state, dispatch, progress }: Props) {
  const { petName, staysOnPage, refusal } = state;
  const printArea = useChosenPrintArea();
  const navigate = useNavigate();
  const next = customizePath(artwork.imageId, artwork.imageUrl);
  const isDrawing = state.idempotencyKey !== null;

  useEffect(() => {
    if (staysOnPage) return;
    const timer = setTimeout(() => void navigate(next), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate, next, staysOnPage]);

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
      {/* Low enough for the buttons below it to be seen within those two seconds. */}
      <Picture
        src={artwork.imageUrl}
        alt="Your artwork"
        sizes="(min-width: 40rem) 36rem, 92vw"
        loading="eager"
        words="It can't be shown right now."
        shape={1}
        className="max-h-[max(45dvh,16rem)] w-auto max-w-full rounded-card shadow-float [span&]:h-[max(45dvh,16rem)]"
      />
      <div className="flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col">
        <Button asChild>
          <Link to={next}>Choose a product now</Link>
        </Button>
        {canAddVariation(state) && (
          <Button
            variant="outline"
            shut={isDrawing}
            onClick={() => dispatch({ type: 'artwork asked for', idempotencyKey: crypto.randomUUID(), printArea })}
          >
            <Shuffle aria-hidden />
            New variation
          </Button>
        )}
      </div>
      {staysOnPage ? (
        <VariationThumbnails
          made={state.made}
          chosen={artwork.variation}
          onChoose={(variation) => dispatch({ type: 'artwork chosen', variation })}
          drawing={isDrawing ? (progress ?? null) : undefined}
          refusal={refusal}
        />
      ) : (
        <p className="text-muted-foreground">Taking you to your products…</p>
      )}
      {staysOnPage && !isDrawing && (
        <Button variant="link" onClick={() => dispatch({ type: 'photo dropped' })}>
          Start with another photo
        </Button>
      )}
    </section>
  );
}
