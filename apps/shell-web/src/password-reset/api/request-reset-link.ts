import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

/** Answers the same whether or not there is such an account (D11). */
export const requestResetLink = (request: { email: string }): Promise<unknown> =>
  api.post('/api/forgot-password', request, z.unknown());
