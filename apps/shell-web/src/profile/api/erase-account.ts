import type { EraseAccountRequest } from '@shop/contracts/identity';
import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

export const eraseAccount = (request: EraseAccountRequest): Promise<unknown> =>
  api.post('/api/user/erase', request, z.unknown());
