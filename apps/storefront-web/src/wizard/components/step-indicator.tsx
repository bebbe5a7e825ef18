import { cn } from '@shop/web-ui';
import { Check } from 'lucide-react';
import type { WizardStep } from '../wizard-state.js';

const STEPS: readonly { step: WizardStep; name: string }[] = [
  { step: 'upload', name: 'Upload' },
  { step: 'style', name: 'Style' },
  { step: 'generate', name: 'Generate' },
];

/** `isDone`: the artwork is finished, so all three steps are completed. */
export function StepIndicator({ current, isDone }: { current: WizardStep; isDone: boolean }) {
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
