import { adminStatsReader } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../admin-keys.js';

export const statsQuery = queryOptions({
  queryKey: adminKeys.stats,
  queryFn: ({ signal }) => api.get('/api/admin/stats', adminStatsReader, { signal }),
});
