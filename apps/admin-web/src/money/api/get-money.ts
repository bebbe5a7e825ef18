import { adminMoneyReader } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../admin-keys.js';

export const moneyQuery = queryOptions({
  queryKey: adminKeys.money,
  queryFn: ({ signal }) => api.get('/api/admin/money', adminMoneyReader, { signal }),
});
