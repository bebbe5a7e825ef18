import { api } from '@shop/web-kit';
import { z } from 'zod';

export const signOutEverywhere = (): Promise<unknown> =>
  api.post('/api/user/sign-out-everywhere', undefined, z.unknown());
