import { useQuery } from '@tanstack/react-query';
import { requestSummaryQuery } from './api/get-summary.js';

/** Number of unread requests; 0 until it is loaded. */
export const useUnreadCount = (): number => useQuery(requestSummaryQuery).data?.new ?? 0;
