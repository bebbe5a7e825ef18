import { contactSubmissionSchema, type ContactStatus } from '@shop/contracts/support';
import * as z from 'zod/mini';
import { adminKeys } from '../../admin-keys.js';
import type { ListOf } from '../../lists/paged-query.js';

const requestsSchema = z.array(contactSubmissionSchema);

export const requestsList = (
  filters: { status?: ContactStatus } = {},
  limit?: number,
): ListOf<typeof contactSubmissionSchema> => ({
  listKey: adminKeys.requests,
  path: '/api/admin/contact-submissions',
  rows: requestsSchema,
  filters,
  limit,
});
