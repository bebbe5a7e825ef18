import { contactSubmissionDetailSchema } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../admin-keys.js';

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.request(id),
    queryFn: ({ signal }) => api.get(`/api/admin/contact-submissions/${id}`, contactSubmissionDetailSchema, { signal }),
  });
