import { getErrorMessage } from '@shop/web-kit';
import { FormError } from '../orders/form-error.js';
import { isOutdatedError } from './payment-form.js';

interface Props {
  /** The error of the last attempt. */
  error: Error | null;
  /** The message to show once the checkout was refreshed after an outdated-order error; null until then. */
  errorAfterRefresh: string | null;
  id: string;
}

/** Shows why the last payment attempt failed. */
export function PaymentError({ error, errorAfterRefresh, id }: Props) {
  return <FormError id={id} message={isOutdatedError(error) ? errorAfterRefresh : error && getErrorMessage(error)} />;
}
