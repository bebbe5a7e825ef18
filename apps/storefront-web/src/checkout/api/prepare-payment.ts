import { paymentSecretSchema, type PaymentRequest, type PaymentSecret } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

/** Checks right before payment that the order is still the displayed one, and stores a guest's email with it. */
export const preparePayment = (request: PaymentRequest): Promise<PaymentSecret> =>
  api.post('/api/checkout/payment', request, paymentSecretSchema);
