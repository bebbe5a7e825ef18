import { ApiError, sentenceOf, toast, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading } from '@shop/web-ui';
import { useEffect } from 'react';
import { CompleteView } from './components/complete-view.js';
import { GeneratingView } from './components/generating-view.js';
import { StepIndicator } from './components/step-indicator.js';
import { StyleStep } from './components/style-step.js';
import { UploadStep } from './components/upload-step.js';
import { useGeneration } from './use-generation.js';
import { useStepStart } from './use-step-start.js';
import { useWizard } from './use-wizard.js';
import { chosenArtwork, generateRequest, wizardStep } from './wizard-state.js';

/** What the person can do something about (another photo, another prompt, waiting a little), in the server's words. */
const isForPeople = (error: Error): boolean =>
  error instanceof ApiError && (error.status < 500 || error.status === 503);

export default function CreatePage() {
  usePageTitle('Create Art');
  const [state, dispatch] = useWizard();
  const { tryKey, photo } = state;
  const { data: generation, error, progress } = useGeneration(tryKey, generateRequest(state));
  const step = wizardStep(state);
  const artwork = chosenArtwork(state);
  const isDone = artwork !== null;
  const stepStart = useStepStart(isDone ? 'done' : step);

  useEffect(() => {
    if (!error) return;
    toast({ title: 'Generation failed', description: 'Please try again', variant: 'destructive' });
    // Beside the artworks that are there, a toast alone would be gone before it is clear what became of the next one.
    dispatch({ type: 'generation failed', refusal: isDone || isForPeople(error) ? sentenceOf(error) : null });
  }, [error, isDone, dispatch]);

  useEffect(() => {
    if (!generation || !tryKey) return;
    toast({ title: 'AI art generated!', description: 'Your unique pet artwork is ready' });
    const { outputImageId: imageId, outputImage } = generation;
    dispatch({ type: 'artwork made', tryKey, imageId, imageUrl: outputImage.url || (photo?.url ?? '') });
  }, [generation, tryKey, photo, dispatch]);

  return (
    <PageColumn className="max-w-5xl">
      <PageHeading description="Three steps from a photo to a portrait.">Create Your Pet Art</PageHeading>
      <div ref={stepStart} tabIndex={-1} className="outline-none">
        <StepIndicator current={step} isDone={isDone} />
        {artwork ? (
          <CompleteView artwork={artwork} state={state} dispatch={dispatch} progress={progress} />
        ) : !photo ? (
          <UploadStep
            advice={state.advice}
            onAdvice={(advice) => dispatch({ type: 'photo looked at', advice })}
            onUploaded={(photo) => dispatch({ type: 'photo uploaded', photo })}
          />
        ) : step === 'style' ? (
          <StyleStep photo={photo} state={state} dispatch={dispatch} />
        ) : (
          <GeneratingView photoUrl={photo.url} progress={progress} />
        )}
      </div>
    </PageColumn>
  );
}
