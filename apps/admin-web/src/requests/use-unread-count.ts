import type { ContactSubmission } from '@shop/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { requestsQuery } from './api/list-requests.js';

const countNew = (requests: ContactSubmission[]): number => requests.filter(({ status }) => status === 'new').length;

/** How many requests nobody has looked at; 0 while that is not known. */
export const useUnreadCount = (): number => useQuery({ ...requestsQuery, select: countNew }).data ?? 0;
