import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

export const changePassword = (request: { currentPassword: string; newPassword: string }): Promise<unknown> =>
  api.post('/api/user/change-password', request, z.unknown());
