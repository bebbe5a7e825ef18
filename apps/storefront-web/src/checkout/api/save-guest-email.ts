import type { CheckoutEmailRequest } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import { z } from 'zod';

/** A guest's order belongs to no account: whoever has a question about it writes to this address (D13b). */
export const saveGuestEmail = (request: CheckoutEmailRequest): Promise<void> =>
  api.post('/api/checkout/email', request, z.void());
