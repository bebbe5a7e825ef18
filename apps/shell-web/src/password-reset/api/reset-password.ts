import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

export const resetPassword = (request: { token: string; password: string }): Promise<unknown> =>
  api.post('/api/reset-password', request, z.unknown());
