import type { ContactReplyRequest } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

/** Idempotent: the same `id` is sent once. */
export const sendReply = ({ requestId, ...reply }: ContactReplyRequest & { requestId: string }): Promise<unknown> =>
  api.post(`/api/admin/contact-submissions/${encodeURIComponent(requestId)}/reply`, reply, z.unknown());
