import {
  changedSubmissionReader,
  contactListQuerySchema,
  contactReceiptSchema,
  contactReplyRequestSchema,
  contactReplySchema,
  contactRequestSchema,
  contactStatusChangeSchema,
  contactSubmissionDetailSchema,
  contactSubmissionSchema,
  contactSummarySchema,
  contactSubmissionReader,
  contactSubmissionDetailReader,
  orderEmailReader,
  orderEmailSchema,
  refusedEmailReader,
  refusedEmailSchema,
  sentEmailReader,
  sentEmailSchema,
} from '../index.js';
import { customerSearchRequestSchema } from '@shop/contracts-identity';
import type { Route } from '@shop/contracts-common/routes';

export const sendContactRequest = {
  method: 'POST',
  path: '/api/contact',
  service: 'support',
  access: 'public',
  limit: 'contact',
  identity: 'if-known',
  body: contactRequestSchema,
  answer: { status: 201, schema: contactReceiptSchema },
} as const satisfies Route;

export const listContactRequests = {
  method: 'GET',
  path: '/api/admin/contact-submissions',
  service: 'support',
  access: 'admin',
  limit: 'customer-list',
  query: contactListQuerySchema,
  answer: { status: 200, schema: contactSubmissionSchema, isList: true, isPaged: true },
  reader: contactSubmissionReader,
} as const satisfies Route;

export const searchContactRequests = {
  method: 'POST',
  path: '/api/admin/contact-submissions/search',
  service: 'support',
  access: 'admin',
  limit: 'customer-list',
  query: contactListQuerySchema,
  body: customerSearchRequestSchema,
  answer: { status: 200, schema: contactSubmissionSchema, isList: true, isPaged: true },
  reader: contactSubmissionReader,
} as const satisfies Route;

export const getContactSummary = {
  method: 'GET',
  path: '/api/admin/contact-submissions/summary',
  service: 'support',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: contactSummarySchema },
  reader: contactSummarySchema,
} as const satisfies Route;

export const getContactRequest = {
  method: 'GET',
  path: '/api/admin/contact-submissions/:id',
  service: 'support',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: contactSubmissionDetailSchema },
  reader: contactSubmissionDetailReader,
} as const satisfies Route;

export const replyToContactRequest = {
  method: 'POST',
  path: '/api/admin/contact-submissions/:id/reply',
  service: 'support',
  access: 'admin',
  limit: 'change',
  body: contactReplyRequestSchema,
  answer: { status: 201, schema: contactReplySchema },
} as const satisfies Route;

export const changeContactStatus = {
  method: 'PATCH',
  path: '/api/admin/contact-submissions/:id/status',
  service: 'support',
  access: 'admin',
  limit: 'change',
  body: contactStatusChangeSchema,
  answer: { status: 200, schema: contactSubmissionSchema },
  reader: changedSubmissionReader,
} as const satisfies Route;

export const listOrderEmails = {
  method: 'GET',
  path: '/api/admin/orders/:id/emails',
  service: 'support',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: orderEmailSchema, isList: true },
  reader: orderEmailReader,
} as const satisfies Route;

export const getOrderEmail = {
  method: 'GET',
  path: '/api/admin/orders/:id/emails/:emailId',
  service: 'support',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: sentEmailSchema },
  reader: sentEmailReader,
} as const satisfies Route;

export const listRefusedEmails = {
  method: 'GET',
  path: '/api/admin/refused-emails',
  service: 'support',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: refusedEmailSchema, isList: true },
  reader: refusedEmailReader,
} as const satisfies Route;

export const listDevelopmentEmails = {
  method: 'GET',
  path: '/dev/mail',
  service: 'support',
  access: 'public',
  limit: { none: 'exists only in development on this machine' },
  sessionless: true,
  developmentOnly: true,
  answer: { status: 200 },
} as const satisfies Route;

export const getDevelopmentEmail = {
  method: 'GET',
  path: '/dev/mail/:file',
  service: 'support',
  access: 'public',
  limit: { none: 'exists only in development on this machine' },
  sessionless: true,
  developmentOnly: true,
  answer: { status: 200 },
} as const satisfies Route;

export const getDevelopmentEmailHtml = {
  method: 'GET',
  path: '/dev/mail/:file/html',
  service: 'support',
  access: 'public',
  limit: { none: 'exists only in development on this machine' },
  sessionless: true,
  developmentOnly: true,
  answer: { status: 200 },
} as const satisfies Route;
