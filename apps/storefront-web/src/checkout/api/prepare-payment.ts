import { readyPaymentSchema, type PaymentRequest, type ReadyPayment } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

/** Just before the money is given: is the order still what this page shows? Keeps a guest's e-mail with it (D13b, D44). */
export const preparePayment = (request: PaymentRequest): Promise<ReadyPayment> =>
  api.post('/api/checkout/payment', request, readyPaymentSchema);
