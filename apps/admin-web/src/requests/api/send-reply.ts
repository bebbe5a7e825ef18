import type { ContactReplyRequest } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

/** Sent again under the same `id`, it is the same reply and goes out once. */
export const sendReply = ({ requestId, ...reply }: ContactReplyRequest & { requestId: string }): Promise<unknown> =>
  api.post(`/api/admin/contact-submissions/${requestId}/reply`, reply, z.unknown());
