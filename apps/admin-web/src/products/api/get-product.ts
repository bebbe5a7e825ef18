import { adminProductReader } from '@shop/contracts/catalog';
import { timelineEntryReader } from '@shop/contracts/common';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminKeys } from '../../admin-keys.js';
import { getItem } from '../../lists/get-item.js';

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.product(id),
    queryFn: ({ signal }) => getItem('/api/admin/products', id, adminProductReader, signal),
    // The edit form is based on this data: a background refetch must not change it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const timelineSchema = z.array(timelineEntryReader);

export const productTimelineQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.product(id), 'timeline'],
    queryFn: ({ signal }) =>
      api.get(`/api/admin/products/${encodeURIComponent(id)}/timeline`, timelineSchema, { signal }),
  });
