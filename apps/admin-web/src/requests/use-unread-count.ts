import { useQuery } from '@tanstack/react-query';
import { requestSummaryQuery } from './api/get-summary.js';

/** How many requests nobody has looked at; 0 while that is not known. */
export const useUnreadCount = (): number => useQuery(requestSummaryQuery).data?.new ?? 0;
