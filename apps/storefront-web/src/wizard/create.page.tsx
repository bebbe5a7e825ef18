import { ApiError, toast, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading } from '@shop/web-ui';
import { useEffect } from 'react';
import { CompleteView } from './components/complete-view.js';
import { GeneratingView } from './components/generating-view.js';
import { StepIndicator } from './components/step-indicator.js';
import { StyleStep } from './components/style-step.js';
import { UploadStep } from './components/upload-step.js';
import { useGeneration } from './use-generation.js';
import { useStepStart } from './use-step-start.js';
import { forgetWizard, useWizard } from './use-wizard.js';
import { generateRequest, wizardStep } from './wizard-state.js';

/** What the person can do something about (another photo, another prompt, waiting a little), in the server's words. */
const refusalOf = (error: Error): string | null => (error instanceof ApiError && error.status < 500 ? error.sentence : null);

export default function CreatePage() {
  usePageTitle('Create Art');
  const [state, dispatch] = useWizard();
  const { data: generation, error, progress } = useGeneration(state.tryKey, generateRequest(state));
  const step = wizardStep(state);
  const isDone = generation !== undefined;
  const stepStart = useStepStart(isDone ? 'done' : step);

  useEffect(() => {
    if (!error) return;
    toast({ title: 'Generation failed', description: 'Please try again', variant: 'destructive' });
    dispatch({ type: 'generation failed', refusal: refusalOf(error) });
  }, [error, dispatch]);

  useEffect(() => {
    if (!isDone) return;
    toast({ title: 'AI art generated!', description: 'Your unique pet artwork is ready' });
    return forgetWizard;
  }, [isDone]);

  return (
    <PageColumn className="max-w-5xl">
      <PageHeading description="Three steps from a photo to a portrait.">Create Your Pet Art</PageHeading>
      <div ref={stepStart} tabIndex={-1} className="outline-none">
        <StepIndicator current={step} isDone={isDone} />
        {generation ? (
          <CompleteView imageId={generation.outputImageId} imageUrl={generation.outputImage.url || (state.photo?.url ?? '')} petName={state.petName} />
        ) : !state.photo ? (
          <UploadStep
            advice={state.advice}
            onAdvice={(advice) => dispatch({ type: 'photo looked at', advice })}
            onUploaded={(photo) => dispatch({ type: 'photo uploaded', photo })}
          />
        ) : step === 'style' ? (
          <StyleStep photo={state.photo} state={state} dispatch={dispatch} />
        ) : (
          <GeneratingView photoUrl={state.photo.url} progress={progress} />
        )}
      </div>
    </PageColumn>
  );
}
