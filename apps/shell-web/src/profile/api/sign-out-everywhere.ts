import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

export const signOutEverywhere = (): Promise<unknown> =>
  api.post('/api/user/sign-out-everywhere', undefined, z.unknown());
