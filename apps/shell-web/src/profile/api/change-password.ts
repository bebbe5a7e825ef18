import { api } from '@shop/web-kit';
import { z } from 'zod';

export const changePassword = (request: { currentPassword: string; newPassword: string }): Promise<unknown> =>
  api.post('/api/user/change-password', request, z.unknown());
