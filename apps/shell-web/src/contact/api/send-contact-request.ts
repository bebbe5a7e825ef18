import type { ContactRequest } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

/** The answer is parsed, but nothing of it is used. */
export const sendContactRequest = (request: ContactRequest): Promise<unknown> =>
  api.post('/api/contact', request, z.unknown());
