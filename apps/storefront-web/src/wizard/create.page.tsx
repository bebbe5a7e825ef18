import { ApiError, sentenceOf, toast, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading } from '@shop/web-ui';
import { useEffect } from 'react';
import { CompleteView } from './components/complete-view.js';
import { GeneratingView } from './components/generating-view.js';
import { StepIndicator } from './components/step-indicator.js';
import { StyleStep } from './components/style-step.js';
import { UploadStep } from './components/upload-step.js';
import { useGeneration } from './use-generation.js';
import { useFocusOnStepChange } from './use-focus-on-step-change.js';
import { useWizard } from './use-wizard.js';
import { chosenArtwork, toGenerateRequest, getWizardStep } from './wizard-state.js';

/** What the person can do something about (another photo, another prompt, waiting a little), in the server's words. */
const hasUsefulMessage = (error: Error): boolean =>
  error instanceof ApiError && (error.status < 500 || error.status === 503);

export default function CreatePage() {
  usePageTitle('Create Art');
  const [state, dispatch] = useWizard();
  const { idempotencyKey, photo } = state;
  const { data: generation, error, progress } = useGeneration(idempotencyKey, toGenerateRequest(state));
  const step = getWizardStep(state);
  const artwork = chosenArtwork(state);
  const isDone = artwork !== null;
  const stepContainer = useFocusOnStepChange(isDone ? 'done' : step);

  useEffect(() => {
    if (!error) return;
    toast({ title: 'Generation failed', description: 'Please try again', variant: 'destructive' });
    // Beside the artworks that are there, a toast alone would be gone before it is clear what became of the next one.
    dispatch({ type: 'generation failed', refusal: isDone || hasUsefulMessage(error) ? sentenceOf(error) : null });
  }, [error, isDone, dispatch]);

  useEffect(() => {
    if (!generation || !idempotencyKey) return;
    toast({ title: 'AI art generated!', description: 'Your unique pet artwork is ready' });
    const { outputImageId: imageId, outputImage } = generation;
    dispatch({ type: 'artwork made', idempotencyKey, imageId, imageUrl: outputImage.url || (photo?.url ?? '') });
  }, [generation, idempotencyKey, photo, dispatch]);

  return (
    <PageColumn className="max-w-5xl">
      <PageHeading description="Three steps from a photo to a portrait.">Create Your Pet Art</PageHeading>
      <div ref={stepContainer} tabIndex={-1} className="outline-none">
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
