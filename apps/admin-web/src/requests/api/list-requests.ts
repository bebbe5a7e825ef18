import { contactSubmissionReader, type ContactStatus } from '@shop/contracts/support';
import * as z from 'zod/mini';
import { adminKeys } from '../../admin-keys.js';
import type { ListDefinition } from '../../lists/list-query.js';

const requestsSchema = z.array(contactSubmissionReader);

export const getRequestsList = (
  filters: { status?: ContactStatus } = {},
  limit?: number,
): ListDefinition<typeof contactSubmissionReader> => ({
  listKey: adminKeys.requests,
  path: '/api/admin/contact-submissions',
  rowsSchema: requestsSchema,
  filters,
  limit,
});
