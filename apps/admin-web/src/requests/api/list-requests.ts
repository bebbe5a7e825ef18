import { contactSubmissionSchema } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { adminKeys } from '../../admin-keys.js';

const requestsSchema = z.array(contactSubmissionSchema);

export const requestsQuery = queryOptions({
  queryKey: adminKeys.requests,
  queryFn: ({ signal }) => api.get('/api/admin/contact-submissions', requestsSchema, { signal }),
});
