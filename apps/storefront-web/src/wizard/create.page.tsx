import {
  ApiError,
  CookieNotice,
  getErrorMessage,
  LoadFailure,
  toast,
  useLazyComponent,
  usePageTitle,
} from '@shop/web-kit';
import { PageColumn, PageHeading } from '@shop/web-ui';
import { useEffect, type ComponentProps } from 'react';
import type { GenerateStep as GenerateStepComponent } from './components/generate-step.js';
import { StepIndicator } from './components/step-indicator.js';
import { StyleStep } from './components/style-step.js';
import { UploadStep } from './components/upload-step.js';
import { useGeneration } from './use-generation.js';
import { useLoadOnMount } from './use-load-on-mount.js';
import { useFocusOnStepChange } from './use-focus-on-step-change.js';
import { useLostSessionCheck } from './use-lost-session-check.js';
import { useWizard } from './use-wizard.js';
import { hasArtwork, toGenerateRequest, getWizardStep } from './wizard-state.js';

/**
 * True for errors that the customer can act on: another photo or prompt, or trying later. The server's message is
 * shown.
 */
const hasUsefulMessage = (error: Error): boolean =>
  error instanceof ApiError && (error.status < 500 || error.status === 503);

type GenerateStepProps = ComponentProps<typeof GenerateStepComponent>;

interface LazyStepProps extends GenerateStepProps {
  lazyStep: ReturnType<typeof useLazyComponent<GenerateStepProps>>;
}

function LazyGenerateStep({ lazyStep: { Component: GenerateStep, error, load }, ...props }: LazyStepProps) {
  if (GenerateStep) return <GenerateStep {...props} />;
  return error === undefined ? null : <LoadFailure subject="Your artwork" error={error} onRetry={() => void load()} />;
}

export default function CreatePage() {
  usePageTitle('Create Art');
  const [state, dispatch] = useWizard();
  const { idempotencyKey, photo } = state;
  const lazyStep = useLazyComponent(() =>
    import('./components/generate-step.js').then((module) => module.GenerateStep),
  );
  // The download starts with the style step, so that it does not delay the artwork.
  useLoadOnMount(lazyStep.load, photo !== null);
  const { data: generation, error, progress } = useGeneration(idempotencyKey, toGenerateRequest(state));
  useLostSessionCheck(idempotencyKey, error);
  const step = getWizardStep(state);
  const isFinished = hasArtwork(state);
  const stepContainer = useFocusOnStepChange(isFinished ? 'done' : step);

  useEffect(() => {
    if (!error) return;
    toast({ title: 'Generation failed', description: 'Please try again', variant: 'destructive' });
    // If there are earlier artworks, the error is also shown in the page, because a toast disappears too soon.
    dispatch({
      type: 'generation failed',
      error: isFinished || hasUsefulMessage(error) ? getErrorMessage(error) : null,
    });
  }, [error, isFinished, dispatch]);

  useEffect(() => {
    if (!generation || !idempotencyKey) return;
    toast({ title: 'AI art generated!', description: 'Your unique pet artwork is ready' });
    const { outputImageId: imageId, outputImage, engine = null } = generation;
    const imageUrl = outputImage?.url || (photo?.url ?? '');
    dispatch({ type: 'artwork generated', idempotencyKey, imageId, imageUrl, engine });
  }, [generation, idempotencyKey, photo, dispatch]);

  return (
    <PageColumn className="max-w-5xl">
      <PageHeading description="Three steps from a photo to a portrait.">Create Your Pet Art</PageHeading>
      <CookieNotice className="mb-6" />
      <div ref={stepContainer} tabIndex={-1} className="outline-none">
        <StepIndicator current={step} isDone={isFinished} />
        {!photo ? (
          <UploadStep
            advice={state.advice}
            onAdvice={(advice) => dispatch({ type: 'photo checked', advice })}
            onUploaded={(photo) => dispatch({ type: 'photo uploaded', photo })}
          />
        ) : step === 'style' && !isFinished ? (
          <StyleStep photo={photo} state={state} dispatch={dispatch} />
        ) : (
          <LazyGenerateStep lazyStep={lazyStep} state={state} dispatch={dispatch} progress={progress} />
        )}
      </div>
    </PageColumn>
  );
}
