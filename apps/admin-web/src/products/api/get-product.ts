import { adminProductSchema } from '@shop/contracts/catalog';
import { timelineEntrySchema } from '@shop/contracts/common';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminKeys } from '../../admin-keys.js';

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.product(id),
    queryFn: ({ signal }) => api.get(`/api/admin/products/${id}`, adminProductSchema, { signal }),
    // The edit form is based on this data: a background refetch must not change it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const timelineSchema = z.array(timelineEntrySchema);

export const productTimelineQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.product(id), 'timeline'],
    queryFn: ({ signal }) => api.get(`/api/admin/products/${id}/timeline`, timelineSchema, { signal }),
  });
