import { sentenceOf } from '@shop/web-kit';
import { CircleAlert } from 'lucide-react';
import { isOutdatedError } from '../payment-form.js';

interface Props {
  /** Of the last try. */
  error: Error | null;
  /** What has become of it where the order was asked for anew; null until then. */
  errorAfterRefresh: string | null;
  id: string;
}

/** Why the last try was refused, until the next one: its toast, which has said it aloud, goes by itself. */
export function PaymentError({ error, errorAfterRefresh, id }: Props) {
  const sentence = isOutdatedError(error) ? errorAfterRefresh : error && sentenceOf(error);
  if (!sentence) return null;
  return (
    <p
      id={id}
      className="mt-6 flex items-start gap-3 rounded-control border-2 border-destructive p-4 font-semibold text-destructive-text"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {sentence}
    </p>
  );
}
