import { cn } from '@shop/web-ui';
import { Check } from 'lucide-react';
import type { OrderStep } from '../order-state.js';

/** The line from the previous step: vertical on a phone, horizontal on a larger screen. */
const CONNECTOR =
  'absolute forced-color-adjust-none -top-4 left-4.25 h-4 w-0.5 sm:top-4.25 sm:right-[calc(50%+1.5rem)] sm:left-[calc(-50%+1.5rem)] sm:h-0.5 sm:w-auto';

function Step({ step: { name, state }, number }: { step: OrderStep; number: number }) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="relative flex min-w-0 items-center gap-3 pb-4 last:pb-0 sm:flex-1 sm:flex-col sm:gap-2 sm:px-1 sm:pb-0 sm:text-center"
    >
      {number > 1 && <span aria-hidden className={cn(CONNECTOR, state === 'upcoming' ? 'bg-border' : 'bg-primary')} />}
      <span
        aria-hidden
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-full border-2 font-bold',
          state === 'done' && 'border-primary bg-primary text-primary-foreground',
          state === 'current' && 'border-primary bg-card text-primary-text',
          state === 'upcoming' && 'border-border-strong bg-card text-muted-foreground',
        )}
      >
        {state === 'done' ? <Check className="size-5" /> : number}
      </span>
      <span
        className={cn(
          'min-w-0 text-pretty [overflow-wrap:anywhere]',
          state === 'current' ? 'font-bold' : state === 'done' ? 'font-semibold' : 'text-muted-foreground',
        )}
      >
        {name}
        {state === 'done' && <span className="sr-only"> (done)</span>}
      </span>
    </li>
  );
}

/** The progress of an order. */
export function OrderSteps({ steps }: { steps: readonly OrderStep[] }) {
  if (steps.length === 0) return null;
  return (
    <ol aria-label="Progress of your order" className="flex flex-col sm:flex-row">
      {steps.map((step, index) => (
        <Step key={index} step={step} number={index + 1} />
      ))}
    </ol>
  );
}
