import { getErrorMessage } from '@shop/web-kit';
import { CircleAlert } from 'lucide-react';
import { isOutdatedError } from '../payment-form.js';

interface Props {
  /** The error of the last attempt. */
  error: Error | null;
  /** The message to show once the checkout was refreshed after an outdated-order error; null until then. */
  errorAfterRefresh: string | null;
  id: string;
}

/** Shows why the last attempt failed until the next one starts; the toast with the same message disappears earlier. */
export function PaymentError({ error, errorAfterRefresh, id }: Props) {
  const message = isOutdatedError(error) ? errorAfterRefresh : error && getErrorMessage(error);
  if (!message) return null;
  return (
    <p
      id={id}
      className="mt-6 flex items-start gap-3 rounded-control border-2 border-destructive p-4 font-semibold text-destructive-text"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {message}
    </p>
  );
}
