import {
  ApiError,
  CookieNotice,
  getErrorMessage,
  loadChunk,
  LoadFailure,
  toast,
  useLazyComponent,
  usePageTitle,
} from '@shop/web-kit';
import { Button, cn, PageColumn, PageHeading } from '@shop/web-ui';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { getRememberedProductId } from '../catalogue/remembered-product.js';
import { type ArtworkTarget, orderPath, readArtworkTarget, readDrawAgain, readDrawSame } from '../paths.js';
import { UploadStep } from './components/upload-step.js';
import { useGeneration } from './use-generation.js';
import { useWizard } from './use-wizard.js';
import { getWizardStep, hasArtwork, toGenerateRequest, type WizardStep } from './wizard-state.js';

/** Scrolls to the top of a new step and focuses it, because the focused button was removed. */
function useFocusOnStepChange(step: string) {
  const container = useRef<HTMLDivElement>(null);
  const previousStep = useRef(step);

  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    container.current?.focus({ preventScroll: true });
    if ((container.current?.getBoundingClientRect().top ?? 0) < 0)
      container.current?.scrollIntoView({ block: 'start' });
  }, [step]);

  return container;
}

const STEPS: readonly { step: WizardStep; name: string }[] = [
  { step: 'upload', name: 'Upload' },
  { step: 'style', name: 'Style' },
  { step: 'generate', name: 'Generate' },
];

/** `isDone`: the artwork is finished, so all three steps are completed. */
function StepIndicator({ current, isDone }: { current: WizardStep; isDone: boolean }) {
  const position = isDone ? STEPS.length : STEPS.findIndex(({ step }) => step === current);
  return (
    <ol aria-label="Steps" className="mb-10 flex items-center">
      {STEPS.map(({ step, name }, index) => (
        <li
          key={step}
          aria-current={index === position ? 'step' : undefined}
          className={cn(
            'flex items-center gap-3',
            index > 0 && [
              'flex-1 before:forced-color-adjust-none before:mx-3 before:h-0.5 before:flex-1 before:rounded-full before:content-[""] sm:before:mx-5',
              index <= position ? 'before:bg-primary' : 'before:bg-border',
            ],
          )}
        >
          <span
            aria-hidden
            className={cn(
              'grid size-9 shrink-0 place-items-center rounded-full border-2 font-bold transition-colors',
              index < position && 'border-primary bg-primary text-primary-foreground',
              index === position && 'border-primary text-primary-text',
              index > position && 'border-border-strong text-muted-foreground',
            )}
          >
            {index < position ? <Check className="size-5" /> : index + 1}
          </span>
          <span className={cn('font-semibold', index !== position && 'text-muted-foreground max-sm:sr-only')}>
            {name}
          </span>
          {index < position && <span className="sr-only">(done)</span>}
        </li>
      ))}
    </ol>
  );
}

/**
 * True for errors that the customer can act on: another photo or prompt, or trying later. The server's message is
 * shown.
 */
const hasUsefulMessage = (error: Error): boolean =>
  error instanceof ApiError && (error.status < 500 || error.status === 503);

interface LazyStepProps<Props> {
  lazyStep: ReturnType<typeof useLazyComponent<Props>>;
  /** What the step shows, as the subject of the message of a failed download. */
  subject: string;
  step: Props;
}

function LazyStep<Props extends object>({
  lazyStep: { Component: Step, error, load },
  subject,
  step,
}: LazyStepProps<Props>) {
  if (Step) return <Step {...step} />;
  return error === undefined ? null : <LoadFailure subject={subject} error={error} onRetry={() => void load()} />;
}

const GUEST_SESSION_DELAY_MS = 1_500;

/** Whether the component has been displayed for this time. */
function useIsOlderThan(delayMs: number): boolean {
  const [isOlder, setIsOlder] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOlder(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isOlder;
}

/** Above the wizard whose artwork is for an ordered item. */
const ForOrder = ({ target: { orderId } }: { target: ArtworkTarget }) => (
  <p className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-control bg-butter px-4 py-2 text-tint-foreground">
    <span className="font-semibold">This artwork is for your order.</span>
    <Button asChild variant="link" className="px-0 text-tint-foreground">
      <Link to={orderPath(orderId)}>Back to the order</Link>
    </Button>
  </p>
);

/** Above the wizard, if a product was chosen before the photo. Its place is reserved while it loads. */
function ForProduct() {
  const [productId] = useState(getRememberedProductId);
  const { Component: ChosenProduct } = useLazyComponent(
    () => import('./components/chosen-product.js').then((module) => module.ChosenProduct),
    productId !== null,
  );
  if (productId === null) return null;
  return <div className="mb-6 min-h-16">{ChosenProduct && <ChosenProduct />}</div>;
}

function Wizard() {
  const [query] = useSearchParams();
  const target = readArtworkTarget(query);
  const [state, dispatch] = useWizard();
  const { idempotencyKey, photo } = state;
  const lazyStyleStep = useLazyComponent(
    () => import('./components/style-step.js').then((module) => module.StyleStep),
    photo !== null,
  );
  // The download starts with the style step, so that it does not delay the artwork.
  const lazyGenerateStep = useLazyComponent(
    () => import('./components/generate-step.js').then((module) => module.GenerateStep),
    photo !== null,
  );
  // Earlier designs are below the upload, so their code does not delay the first photo.
  const { Component: GuestSession } = useLazyComponent(
    () => import('../guest-session/guest-session.js').then((module) => module.GuestSession),
    useIsOlderThan(GUEST_SESSION_DELAY_MS),
  );
  const step = getWizardStep(state);
  const isFinished = hasArtwork(state);
  const stepContainer = useFocusOnStepChange(isFinished ? 'done' : step);

  const progress = useGeneration(idempotencyKey, toGenerateRequest(state), {
    onSuccess: ({ outputImageId: imageId, outputImage, engine = null }, { idempotencyKey }) => {
      toast({ title: 'AI art generated!', description: 'Your unique pet artwork is ready' });
      const imageUrl = outputImage?.url || (photo?.url ?? '');
      dispatch({ type: 'artwork generated', idempotencyKey, imageId, imageUrl, engine });
    },
    onError: (error, { idempotencyKey }) => {
      toast({ title: 'Generation failed', description: 'Please try again', variant: 'destructive' });
      // If there are earlier artworks, the error is also shown in the page, because a toast disappears too soon.
      dispatch({
        type: 'generation failed',
        error: isFinished || hasUsefulMessage(error) ? getErrorMessage(error) : null,
      });
      // Downloaded if it is needed, which is rare. Without it only its advice is missing.
      void loadChunk(() => import('./lost-session.js')).then(
        ({ checkLostSession }) => checkLostSession(idempotencyKey, error),
        () => undefined,
      );
    },
  });

  return (
    <>
      {target ? <ForOrder target={target} /> : !isFinished && <ForProduct />}
      <div ref={stepContainer} tabIndex={-1} className="outline-none">
        <StepIndicator current={step} isDone={isFinished} />
        {!photo ? (
          <>
            {state.styleKey && (
              <p className="mb-4">
                Style: <span className="font-semibold capitalize">{state.styleKey.replaceAll('-', ' ')}</span>
              </p>
            )}
            {state.error && (
              <p role="status" className="mb-4 rounded-control bg-butter px-4 py-3 text-pretty text-tint-foreground">
                {state.error}
              </p>
            )}
            <UploadStep
              advice={state.advice}
              onAdvice={(advice) => dispatch({ type: 'photo checked', advice })}
              onUploaded={(photo) => dispatch({ type: 'photo uploaded', photo })}
            />
            {GuestSession && !target && <GuestSession className="mt-10" />}
          </>
        ) : step === 'style' && !isFinished ? (
          <LazyStep lazyStep={lazyStyleStep} subject="The styles" step={{ photo, state, dispatch }} />
        ) : (
          <LazyStep lazyStep={lazyGenerateStep} subject="Your artwork" step={{ state, dispatch, progress }} />
        )}
      </div>
    </>
  );
}

/** The wizard; first it loads the pets of an artwork that the address names. */
export default function CreatePage() {
  usePageTitle('Create Art');
  const [query] = useSearchParams();
  const imageId = readDrawAgain(query);
  const lazyDrawAgain = useLazyComponent(
    () => import('./draw-again.js').then((module) => module.DrawAgain),
    imageId !== null,
  );
  return (
    <PageColumn className="max-w-5xl">
      <PageHeading description="Three steps from a photo to a portrait.">Create Your Pet Art</PageHeading>
      <CookieNotice className="mb-6" />
      {imageId === null ? (
        <Wizard />
      ) : (
        <LazyStep lazyStep={lazyDrawAgain} subject="Your photo" step={{ imageId, keepsStyle: readDrawSame(query) }} />
      )}
    </PageColumn>
  );
}
