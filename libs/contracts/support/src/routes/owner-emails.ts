import type { Route } from '@shop/contracts-common/routes';
import { adminOwnerEmailsReader, adminOwnerEmailsSchema, ownerEmailSettingsSchema } from '../index.js';

export const getOwnerEmails = {
  method: 'GET',
  path: '/api/admin/owner-emails',
  service: 'support',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: adminOwnerEmailsSchema },
  reader: adminOwnerEmailsReader,
} as const satisfies Route;

/** The emails name customers, so an address outside of the shop is a matter of those who may do everything. */
export const changeOwnerEmails = {
  method: 'PUT',
  path: '/api/admin/owner-emails',
  service: 'support',
  access: 'admin',
  permission: 'all',
  limit: 'change',
  body: ownerEmailSettingsSchema,
  answer: { status: 200, schema: adminOwnerEmailsSchema },
  reader: adminOwnerEmailsReader,
} as const satisfies Route;
