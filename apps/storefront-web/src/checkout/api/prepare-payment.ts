import { paymentSecretSchema, type ConfirmedCheckout, type PaymentSecret } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

/**
 * Checks right before payment that the order is still the displayed one, and stores a guest's email with it. A server
 * that sends the secret only has no such check.
 */
export async function preparePayment(
  { clientSecret, orderNumber, revision }: ConfirmedCheckout,
  email?: string,
): Promise<PaymentSecret> {
  if (orderNumber === null || revision === null) return { clientSecret };
  return api.post('/api/checkout/payment', { orderNumber, revision, ...(email && { email }) }, paymentSecretSchema);
}
