import type { ContactRequest } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

/** The response body is ignored. */
export const sendContactRequest = (request: ContactRequest): Promise<unknown> =>
  api.post('/api/contact', request, z.unknown());
