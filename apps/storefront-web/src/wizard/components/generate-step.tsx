import type { Progress } from '@shop/contracts-art';
import { cn, Picture } from '@shop/web-ui';
import { type Dispatch, useState } from 'react';
import { getChosenArtwork, type WizardAction, type WizardState } from '../wizard-state.js';
import { CompleteView } from './complete-view.js';
import { ProgressBar } from './upload-feedback.js';

/**
 * The partial artwork as an overlay. Each new picture fades in over the previous one once it is loaded, which avoids
 * flicker; a picture that fails to load is never visible.
 */
function UnfinishedArtwork({ src }: { src: string }) {
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  return [...loaded.filter((loadedSrc) => loadedSrc !== src), src].map((picture) => (
    <img
      key={picture}
      src={picture}
      alt={picture === src ? 'Your artwork so far' : ''}
      decoding="async"
      onLoad={() => setLoaded((current) => (current.includes(picture) ? current : [...current, picture]))}
      className={cn(
        'absolute inset-0 size-full object-cover object-[50%_30%] transition-opacity duration-1000',
        !loaded.includes(picture) && 'opacity-0',
      )}
    />
  ));
}

/** Shown before the first progress event. */
const INITIAL_PROGRESS: Progress = { percent: 0, stage: 'Getting your photo ready' };

/** Shows the progress while the artwork is generated. */
export function GeneratingView({
  photoUrl,
  progress = INITIAL_PROGRESS,
}: {
  photoUrl: string | null;
  progress?: Progress;
}) {
  const { percent, stage, preview } = progress;
  return (
    <section
      aria-labelledby="generating-heading"
      className="mx-auto flex max-w-md flex-col items-center gap-6 py-6 text-center"
    >
      <div className="relative w-64 overflow-hidden rounded-card shadow-float">
        <Picture
          src={photoUrl}
          alt="Your photo"
          sizes="16rem"
          loading="eager"
          className="aspect-square w-full bg-border-strong object-cover"
        />
        <div
          aria-hidden
          className="absolute inset-0 bg-linear-to-t from-deep/80 via-deep/10 to-transparent motion-safe:animate-pulse"
        />
        {preview && <UnfinishedArtwork src={preview} />}
      </div>
      <div>
        <h2 id="generating-heading" className="font-display text-3xl font-bold">
          Creating your artwork…
        </h2>
        <p className="mt-2 text-muted-foreground">This usually takes 10 to 20 seconds.</p>
      </div>
      <div className="w-full">
        <ProgressBar label="Progress of your artwork" percent={percent} />
        <p className="mt-3 flex justify-between gap-4 font-semibold">
          <span aria-live="polite">{stage}</span>
          <span className="tabular-nums">{percent}%</span>
        </p>
      </div>
    </section>
  );
}

interface Props {
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  progress: Progress | undefined;
}

/** The artwork while it is generated, and the finished one. Both are downloaded together, after the upload. */
export function GenerateStep({ state, dispatch, progress }: Props) {
  const artwork = getChosenArtwork(state);
  return artwork ? (
    <CompleteView artwork={artwork} state={state} dispatch={dispatch} progress={progress} />
  ) : (
    <GeneratingView photoUrl={state.photo?.url ?? null} progress={progress} />
  );
}
