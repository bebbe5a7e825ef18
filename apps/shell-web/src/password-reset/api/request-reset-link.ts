import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

/** The response is the same whether or not the account exists, so that nobody can probe for accounts. */
export const requestResetLink = (request: { email: string }): Promise<unknown> =>
  api.post('/api/forgot-password', request, z.unknown());
