import type { Progress } from '@shop/contracts/art';
import { Button, Picture } from '@shop/web-ui';
import { Shuffle } from 'lucide-react';
import { useEffect, type Dispatch } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { customizePath } from '../../paths.js';
import type { MadeArtwork } from '../../variations.js';
import { useChosenPrintArea } from '../use-chosen-print-area.js';
import { mayVary, type WizardEvent, type WizardState } from '../wizard-state.js';
import { VariationStrip } from './variation-strip.js';

/** Spec, section 9: the artwork is seen for this long before the browser moves on. */
const MOVE_ON_MS = 2_000;

interface Props {
  artwork: MadeArtwork;
  state: WizardState;
  dispatch: Dispatch<WizardEvent>;
  /** Of the variation that is drawn now. */
  progress: Progress | undefined;
}

/** The finished artwork; then on to /customize, unless the page is left before (D31b) or another variation is asked for. */
export function CompleteView({ artwork, state, dispatch, progress }: Props) {
  const { petName, stays, refusal } = state;
  const printArea = useChosenPrintArea();
  const navigate = useNavigate();
  const next = customizePath(artwork.imageId, artwork.imageUrl);
  const isDrawing = state.tryKey !== null;

  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => void navigate(next), MOVE_ON_MS);
    return () => clearTimeout(timer);
  }, [navigate, next, stays]);

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
        {mayVary(state) && (
          <Button
            variant="outline"
            shut={isDrawing}
            onClick={() => dispatch({ type: 'artwork asked for', tryKey: crypto.randomUUID(), printArea })}
          >
            <Shuffle aria-hidden />
            New variation
          </Button>
        )}
      </div>
      {stays ? (
        <VariationStrip
          made={state.made}
          chosen={artwork.variation}
          onChoose={(variation) => dispatch({ type: 'artwork chosen', variation })}
          drawing={isDrawing ? (progress ?? null) : undefined}
          refusal={refusal}
        />
      ) : (
        <p className="text-muted-foreground">Taking you to your products…</p>
      )}
      {stays && !isDrawing && (
        <Button variant="link" onClick={() => dispatch({ type: 'photo dropped' })}>
          Start with another photo
        </Button>
      )}
    </section>
  );
}
