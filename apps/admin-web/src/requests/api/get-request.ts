import { contactSubmissionDetailReader } from '@shop/contracts/support';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../admin-keys.js';
import { getItem } from '../../lists/get-item.js';

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.request(id),
    queryFn: ({ signal }) => getItem('/api/admin/contact-submissions', id, contactSubmissionDetailReader, signal),
  });
