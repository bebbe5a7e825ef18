import { selectedOrdersQuerySchema } from '@shop/contracts-common';
import type { Route } from '@shop/contracts-common/routes';
import {
  bulkActionPreviewReader,
  bulkActionPreviewSchema,
  bulkActionReader,
  bulkActionSchema,
  bulkActionSummaryReader,
  bulkActionSummarySchema,
  startBulkActionRequestSchema,
} from '../index.js';

export const getPackingSlips = {
  method: 'GET',
  path: '/api/admin/orders/packing-slips.pdf',
  service: 'order',
  access: 'admin',
  limit: 'customer-list',
  query: selectedOrdersQuerySchema,
  answer: { status: 200, type: 'application/pdf' },
} as const satisfies Route;

export const previewBulkAction = {
  method: 'POST',
  path: '/api/admin/orders/bulk-actions/preview',
  service: 'order',
  access: 'admin',
  limit: 'read',
  body: startBulkActionRequestSchema,
  answer: { status: 200, schema: bulkActionPreviewSchema, isList: true },
  reader: bulkActionPreviewReader,
} as const satisfies Route;

export const startBulkAction = {
  method: 'POST',
  path: '/api/admin/orders/bulk-actions',
  service: 'order',
  access: 'admin',
  limit: 'change',
  body: startBulkActionRequestSchema,
  answer: { status: 201, schema: bulkActionSchema },
  reader: bulkActionReader,
} as const satisfies Route;

export const listBulkActions = {
  method: 'GET',
  path: '/api/admin/orders/bulk-actions',
  service: 'order',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: bulkActionSummarySchema, isList: true },
  reader: bulkActionSummaryReader,
} as const satisfies Route;

export const getBulkAction = {
  method: 'GET',
  path: '/api/admin/orders/bulk-actions/:id',
  service: 'order',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: bulkActionSchema },
  reader: bulkActionReader,
} as const satisfies Route;

export const retryBulkAction = {
  method: 'POST',
  path: '/api/admin/orders/bulk-actions/:id/retry',
  service: 'order',
  access: 'admin',
  limit: 'change',
  answer: { status: 200, schema: bulkActionSchema },
  reader: bulkActionReader,
} as const satisfies Route;
