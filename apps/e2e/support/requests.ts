import { randomUUID } from 'node:crypto';
import type { Stack } from '@shop/tools/stack';
import { must, newClient, oncePerShop, theAdmin } from './people.ts';

export type RequestStatus = 'new' | 'read' | 'replied' | 'archived';

export interface WrittenRequest {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
}

const MESSAGE = 'My parcel has not come yet, and I would like to know where it is. '.repeat(12).trim();

/** Somebody has written, under a name of their own, and an admin has moved it on. */
export async function newRequest(shop: Stack, status: RequestStatus = 'new'): Promise<WrittenRequest> {
  const name = `Nora ${randomUUID().slice(0, 8)}`;
  const words = {
    name,
    email: `${name.toLowerCase().replace(' ', '-')}@example.com`,
    subject: `A parcel of ${name}`,
    message: MESSAGE,
  };
  const { id } = await must<{ id: string }>((await newClient(shop)).post('/api/contact', { data: words }));
  if (status !== 'new')
    await must((await theAdmin(shop)).api.patch(`/api/admin/contact-submissions/${id}/status`, { data: { status } }));
  return { id, ...words };
}

/** One in each status; oldest first. */
export const someRequests = oncePerShop(async (shop) => ({
  archived: await newRequest(shop, 'archived'),
  replied: await newRequest(shop, 'replied'),
  read: await newRequest(shop, 'read'),
  new: await newRequest(shop),
}));
