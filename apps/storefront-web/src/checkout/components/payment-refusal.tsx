import { sentenceOf } from '@shop/web-kit';
import { CircleAlert } from 'lucide-react';
import { isOutdated } from '../payment-form.js';

/**
 * Why the last try was refused, until the next one: its toast, which has said it aloud, goes by itself. Not where the order was asked for anew: then the
 * page tells what became of it.
 */
export function PaymentRefusal({ error, id }: { error: Error | null; id: string }) {
  if (!error || isOutdated(error)) return null;
  return (
    <p id={id} className="mt-6 flex items-start gap-3 rounded-control border-2 border-destructive p-4 font-semibold text-destructive-text">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {sentenceOf(error)}
    </p>
  );
}
