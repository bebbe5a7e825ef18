import type { ContactStatus } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

export const changeStatus = ({ id, status }: { id: string; status: ContactStatus }): Promise<unknown> =>
  api.patch(`/api/admin/contact-submissions/${encodeURIComponent(id)}/status`, { status }, z.unknown());
